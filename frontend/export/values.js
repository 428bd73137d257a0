/**
 * From values of CSS, as a browser computes them, to geometry that SVG can say. Pure.
 * Boxes are {x, y, w, h}, points [x, y], all in pixels.
 */

/** Parts of a list, split at commas (or another sign) that stand in no brackets. */
export function listed(text, sign = ',') {
  const parts = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')') depth--
    else if (depth === 0 && text[at] === sign) {
      parts.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  parts.push(text.slice(from).trim())
  return parts.filter(part => part !== '')
}

/** A length or a percentage of `whole`; null for anything else. */
export function lengthOf(text, whole) {
  const match = /^(-?[\d.]+(?:e-?\d+)?)(px|%)?$/.exec(text ?? '')
  if (!match) return null
  return match[2] === '%' ? Number(match[1]) / 100 * whole : Number(match[1])
}

/**
 * A shape cut out of a box by `clip-path`: {points, evenodd}, {circle} or, where it cuts nothing that can be said, null.
 */
export function cutOf(clip, box) {
  const polygon = /^polygon\((.*)\)$/.exec(clip)
  if (polygon) {
    const parts = listed(polygon[1])
    const evenodd = parts[0] === 'evenodd'
    const points = parts.slice(/^(evenodd|nonzero)$/.test(parts[0]) ? 1 : 0).map(point => {
      const [x, y] = point.split(/\s+/)
      return [box.x + lengthOf(x, box.w), box.y + lengthOf(y, box.h)]
    })
    return points.flat().every(Number.isFinite) ? { points, evenodd } : null
  }
  const circle = /^circle\(([\d.]+)%.*\)$/.exec(clip)
  if (circle) return { circle: [box.x + box.w / 2, box.y + box.h / 2, Math.hypot(box.w, box.h) / Math.SQRT2 * circle[1] / 100] }
  const inset = /^inset\(([\d.]+)%\)$/.exec(clip)
  if (inset) {
    const [dx, dy] = [box.w * inset[1] / 100, box.h * inset[1] / 100]
    return { points: [[box.x + dx, box.y + dy], [box.x + box.w - dx, box.y + dy], [box.x + box.w - dx, box.y + box.h - dy], [box.x + dx, box.y + box.h - dy]], evenodd: false }
  }
  return null
}

/**
 * A hatching, `repeating-linear-gradient` at an angle in degrees, as SVG wants it: from where to where one period goes,
 * and the stops in it. Null for other images.
 */
export function hatchOf(image, box) {
  const match = /^repeating-linear-gradient\((-?[\d.]+)deg,(.*)\)$/.exec(image)
  if (!match) return null
  const stops = []
  for (const part of listed(match[2])) {
    const [, colour, lengths] = /^([a-z]+\([^)]*\)|#[\da-f]+|[a-z]+)\s*(.*)$/i.exec(part)
    for (const length of lengths.split(/\s+/)) stops.push({ colour, at: Math.max(lengthOf(length, 0) ?? 0, stops.at(-1)?.at ?? 0) })
  }
  const period = stops.at(-1)?.at ?? 0
  if (period <= 0) return null
  const angle = match[1] * Math.PI / 180
  const [dx, dy] = [Math.sin(angle), -Math.cos(angle)]
  const long = Math.abs(box.w * dx) + Math.abs(box.h * dy)
  const from = [box.x + box.w / 2 - dx * long / 2, box.y + box.h / 2 - dy * long / 2]
  return { from, to: [from[0] + dx * period, from[1] + dy * period], stops: stops.map(({ colour, at }) => ({ colour, at: at / period })) }
}

/** Where a background that is not repeated stands in its box. */
export function tileOf(size, position, box) {
  if (size === 'auto' || size === '') return box
  const [wide, high = 'auto'] = size.split(/\s+/)
  const w = lengthOf(wide, box.w) ?? box.w
  const h = lengthOf(high, box.h) ?? box.h
  const [left, top = '0%'] = position.split(/\s+/)
  const stand = (text, room) => text?.endsWith('%') ? lengthOf(text, room) : lengthOf(text, 0) ?? 0
  return { x: box.x + stand(left, box.w - w), y: box.y + stand(top, box.h - h), w, h }
}

/** Many little ▲ painted as the backgrounds of one element: each {colour, points}. */
export function trianglesOf(image, size, position, box) {
  const places = listed(position)
  const sizes = listed(size)
  return listed(image).flatMap((layer, i) => {
    const match = /^conic-gradient\(from ([\d.]+)deg at [^,]*, ([a-z]+\([^)]*\)|#[\da-f]+|[a-z]+) /i.exec(layer)
    if (!match) return []
    const tile = tileOf(sizes[i % sizes.length], places[i % places.length], box)
    const half = Math.min(tile.w / 2, tile.h * Math.tan((180 - Number(match[1])) * Math.PI / 180))
    const x = tile.x + tile.w / 2
    return [{ colour: match[2], points: [[x, tile.y], [x + half, tile.y + tile.h], [x - half, tile.y + tile.h]] }]
  })
}

/** What is left of a box inside another, or null. */
export function within(box, clip) {
  if (!clip) return box
  const x = Math.max(box.x, clip.x)
  const y = Math.max(box.y, clip.y)
  const w = Math.min(box.x + box.w, clip.x + clip.w) - x
  const h = Math.min(box.y + box.h, clip.y + clip.h) - y
  return w > 0 && h > 0 ? { x, y, w, h } : null
}
