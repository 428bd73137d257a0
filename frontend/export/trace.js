/**
 * Reads what an element shows, as the browser has laid it out, into shapes. It knows boxes, borders, hatchings, cut-out
 * signs and text, which is all that our pictures and tables are made of; a mark that is painted in another way has to be
 * taught here. What only answers to a pointer or to the focus is left out.
 */
import { cutOf, hatchOf, lengthOf, listed, tileOf, trianglesOf, within } from './values.js'

/** What helps to use the page and is no part of what it shows. */
const ASIDE = '.hidden, .told, .probe, .flight, .detail, .welcome, .more, .beside > header > .button'
/** Writing in which the parts of a word are joined must not be pulled apart. */
const JOINED = /[\u0590-\u08ff\u0900-\u0dff\ufb1d-\ufefc]/

/**
 * @param {Element} root
 * @param {object} [of]
 * @param {boolean} [of.inSight] only what can be seen without scrolling
 * @returns {{shapes: object[], top: number, width: number, height: number}} with the upper left corner of the element at 0, 0; at `top`
 *   begins what is shown of it, below what was left out
 */
export function trace(root, { inSight = false } = {}) {
  const shapes = []
  let top = Infinity
  const colours = makeColours()
  const fonts = makeFonts()
  const base = root.getBoundingClientRect()
  const origin = { x: base.left - (inSight ? 0 : root.scrollLeft), y: base.top - (inSight ? 0 : root.scrollTop) }
  const screen = inSight ? { x: 0, y: 0, w: root.clientWidth, h: root.clientHeight } : null

  const boxOf = rect => ({ x: rect.left - origin.x, y: rect.top - origin.y, w: rect.width, h: rect.height })
  const px = text => parseFloat(text) || 0

  function put(shape) {
    shapes.push(shape)
  }

  // ---- boxes
  /** @param {?object} clip what is left of what lies around */
  function paint(style, box, clip) {
    const seen = within(box, clip)
    if (!seen) return
    const fill = colours.seen(style.backgroundColor)
    const image = style.backgroundImage
    const cut = style.clipPath === 'none' ? null : cutOf(style.clipPath, box)
    const hatch = image === 'none' ? null : readable(hatchOf(listed(image)[0], box))
    if (cut?.points) return put({ kind: 'polygon', points: cut.points, evenodd: cut.evenodd, fill, hatch })
    if (cut?.circle) return put({ kind: 'circle', circle: cut.circle, fill })
    if (fill) put(px(style.borderTopLeftRadius) > 0 ? { kind: 'polygon', points: arched(box, Math.min(px(style.borderTopLeftRadius), box.w / 2)), fill } : { kind: 'rect', box: seen, fill })
    if (image !== 'none') paintImage(style, box, seen, hatch)
    const frame = /^([a-z]+\([^)]*\)|#[\da-f]+|[a-z]+) 0px 0px 0px ([\d.]+)px inset$/i.exec(style.boxShadow)
    if (frame) put({ kind: 'frame', box: shrunk(box, px(frame[2]) / 2), stroke: colours.of(frame[1]), wide: px(frame[2]) })
  }

  function paintImage(style, box, seen, hatch) {
    const image = style.backgroundImage
    if (image.startsWith('conic-gradient')) {
      const inner = style.backgroundOrigin === 'content-box' ? { ...box, x: box.x + px(style.paddingLeft), w: box.w - px(style.paddingLeft) - px(style.paddingRight) } : box
      // The first of many backgrounds lies on top.
      for (const { colour, points } of trianglesOf(image, style.backgroundSize, style.backgroundPosition, inner).reverse()) put({ kind: 'polygon', points, fill: colours.of(colour) })
    } else if (hatch && style.backgroundRepeat === 'no-repeat') {
      const tile = tileOf(style.backgroundSize, style.backgroundPosition, box)
      put({ kind: 'rect', box: within(tile, seen) ?? tile, fill: null, hatch: readable(hatchOf(image, tile)) })
    } else if (hatch) put({ kind: 'rect', box: seen, fill: null, hatch })
    else if (listed(image).length === 4) {
      // The broken frame of what differs: four gradients, as long and as wide as their first.
      const [long, wide] = listed(style.backgroundSize)[0].split(' ').map(px)
      const [, colour] = /^linear-gradient\(\d+deg, ([a-z]+\([^)]*\)|#[\da-f]+|[a-z]+) /i.exec(image) ?? []
      if (colour) put({ kind: 'frame', box: shrunk(box, wide / 2), stroke: colours.of(colour), wide, dashes: [long * .55, long * .45] })
    }
  }

  function readable(hatch) {
    return hatch && { ...hatch, stops: hatch.stops.map(({ colour, at }) => ({ colour: colours.of(colour), at })) }
  }

  function borders(style, box, clip) {
    const side = (name, from, to) => {
      const wide = px(style[`border${name}Width`])
      const kind = style[`border${name}Style`]
      const stroke = colours.seen(style[`border${name}Color`])
      if (wide <= 0 || kind === 'none' || kind === 'hidden' || !stroke) return
      const around = { x: Math.min(from[0], to[0]) - wide / 2, y: Math.min(from[1], to[1]) - wide / 2, w: Math.abs(to[0] - from[0]) + wide, h: Math.abs(to[1] - from[1]) + wide }
      const seen = within(around, clip)
      if (!seen) return
      const isLevel = from[1] === to[1]
      put({ kind: 'line', stroke, wide, dashes: kind === 'dashed' ? [wide * 3, wide * 2] : kind === 'dotted' ? [wide, wide] : undefined,
        from: isLevel ? [Math.max(from[0], seen.x), from[1]] : [from[0], Math.max(from[1], seen.y)],
        to: isLevel ? [Math.min(to[0], seen.x + seen.w), to[1]] : [to[0], Math.min(to[1], seen.y + seen.h)] })
    }
    const half = name => px(style[`border${name}Width`]) / 2
    side('Top', [box.x, box.y + half('Top')], [box.x + box.w, box.y + half('Top')])
    side('Bottom', [box.x, box.y + box.h - half('Bottom')], [box.x + box.w, box.y + box.h - half('Bottom')])
    side('Left', [box.x + half('Left'), box.y], [box.x + half('Left'), box.y + box.h])
    side('Right', [box.x + box.w - half('Right'), box.y], [box.x + box.w - half('Right'), box.y + box.h])
  }

  // ---- signs that stand before or after what an element holds
  function sign(element, place, box, clip) {
    const style = getComputedStyle(element, place)
    if (style.content === 'none' || style.display === 'none' || style.content === 'normal') return
    const said = /^"(.*)"$/.exec(style.content)?.[1] ?? ''
    const size = { w: px(style.width), h: px(style.height) }
    if (style.boxSizing !== 'border-box' && said === '') {
      size.w += px(style.borderLeftWidth) + px(style.borderRightWidth)
      size.h += px(style.borderTopWidth) + px(style.borderBottomWidth)
    }
    let at
    if (style.position === 'absolute') {
      const around = positioned(element)
      const [dx, dy] = style.translate === 'none' ? ['0', '0'] : [...style.translate.split(' '), '0']
      at = { x: around.x + px(style.left) + lengthOf(dx, size.w), y: around.y + px(style.top) + lengthOf(dy, size.h) }
    } else {
      const inner = rangeOf(element)
      const middle = (inner ?? box).y + (inner ?? box).h / 2
      if (said !== '') at = { x: place === '::after' && inner ? inner.x + inner.w + px(style.marginLeft) : box.x + px(getComputedStyle(element).paddingLeft), y: middle - size.h / 2 }
      else if (place === '::after') at = { x: box.x + box.w - size.w, y: box.y + box.h / 2 - size.h / 2 }
      else at = { x: box.x + px(getComputedStyle(element).paddingLeft), y: middle - size.h / 2 }
    }
    const own = { ...at, ...size }
    if (said === '') {
      if (own.w <= 0 && own.h <= 0) return
      paint(style, own, clip)
      borders(style, own, clip)
      return
    }
    const font = fonts.of(style)
    const line = style.position === 'absolute' ? own : rangeOf(element) ?? own
    write(said.replaceAll('\u00a0', ' ').trim(), { ...line, x: own.x, w: 0 }, style, font, clip, false)
  }

  /** The padding box of what an absolute sign is placed in. */
  function positioned(element) {
    let at = element
    while (getComputedStyle(at).position === 'static' && at !== root) at = at.parentElement
    const style = getComputedStyle(at)
    const box = boxOf(at.getBoundingClientRect())
    return { x: box.x + px(style.borderLeftWidth), y: box.y + px(style.borderTopWidth) }
  }

  function rangeOf(element) {
    const range = document.createRange()
    range.selectNodeContents(element)
    const rects = [...range.getClientRects()].filter(rect => rect.width > 0)
    return rects.length === 0 ? null : boxOf(rects.at(-1))
  }

  // ---- text
  function write(text, line, style, font, clip, isExact = true) {
    if (text.trim() === '') return
    if (clip && !within({ ...line, w: Math.max(line.w, 1) }, clip)) return
    put({ kind: 'text', text, x: line.x, y: line.y + (line.h - font.high) / 2 + font.ascent, wide: isExact && line.w > 0 && !JOINED.test(text) ? line.w : undefined,
      fill: colours.of(style.color), family: style.fontFamily, size: font.size, weight: style.fontWeight === '400' ? undefined : style.fontWeight, isItalic: style.fontStyle === 'italic',
      isUnderlined: style.textDecorationLine.includes('underline') })
  }

  function readText(node, style, clip, ends) {
    const range = document.createRange()
    range.selectNodeContents(node)
    const rects = range.getClientRects()
    if (rects.length === 0) return
    const first = getComputedStyle(node.parentElement, '::first-line')
    const hasFirst = first.fontFamily !== style.fontFamily || first.fontWeight !== style.fontWeight || first.fontSize !== style.fontSize
    const whole = boxOf(rects[0])
    const lines = rects.length === 1 && !(clip && whole.x + whole.w > clip.x + clip.w + .5) ? [{ text: node.data, box: whole }] : linesOf(node, range, clip, ends)
    lines.forEach(({ text, box }, i) => {
      const used = i === 0 && hasFirst ? first : style
      const plain = style.whiteSpace.startsWith('pre') ? text.replace(/\n/g, '') : text.replace(/\s+/g, ' ').trim()
      write(plain, box, used, fonts.of(used), clip)
    })
  }

  /** The text of a node by the lines in which it stands, without what is cut off at the right. */
  function linesOf(node, range, clip, ends) {
    const lines = []
    let at = 0
    for (const letter of node.data) {
      range.setStart(node, at)
      range.setEnd(node, at += letter.length)
      const rect = range.getBoundingClientRect()
      if (rect.width === 0 && rect.height === 0) continue
      const box = boxOf(rect)
      let line = lines.at(-1)
      if (!line || Math.abs(line.box.y - box.y) > box.h / 2) lines.push(line = { text: '', box: { ...box, w: 0 }, isCut: false })
      if (line.isCut) continue
      if (clip && box.x + box.w > clip.x + clip.w + .5) {
        line.isCut = true
        if (ends) line.text = line.text.slice(0, -1) + '…'
        continue
      }
      line.text += letter
      const right = Math.max(line.box.x + line.box.w, box.x + box.w)
      line.box.x = Math.min(line.box.x, box.x)
      line.box.w = right - line.box.x
    }
    return lines
  }

  // ---- the whole
  /** What is drawn as paths, in a square of its own. */
  function paths(drawing, box) {
    const scale = box.w / drawing.viewBox.baseVal.width
    for (const path of drawing.querySelectorAll('path[d]:not([d=""])')) {
      const style = getComputedStyle(path)
      const colour = value => value === 'none' ? null : colours.of(value)
      put({ kind: 'path', d: path.getAttribute('d'), x: box.x, y: box.y, scale, fill: colour(style.fill), stroke: colour(style.stroke), wide: px(style.strokeWidth) })
    }
  }

  function walk(element, clip) {
    if (element.matches(ASIDE)) return
    const style = getComputedStyle(element)
    // What has no box of its own counts as unseen; what is in it may be seen.
    if (style.display === 'contents') {
      for (const child of element.children) walk(child, clip)
      return
    }
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return
    const box = boxOf(element.getBoundingClientRect())
    if (element !== root) {
      if (element.parentElement === root) top = Math.min(top, Math.floor(box.y))
      paint(style, box, clip)
      borders(style, box, clip)
    }
    if (element instanceof SVGSVGElement) return paths(element, box)
    let inner = clip
    if (element !== root && style.overflowX !== 'visible' && !element.matches('.cell')) {
      inner = within({ x: box.x + px(style.borderLeftWidth), y: box.y, w: box.w - px(style.borderLeftWidth) - px(style.borderRightWidth), h: box.h }, clip)
      if (!inner) return
    }
    sign(element, '::before', box, inner)
    if (element.matches('select')) {
      const text = element.selectedOptions[0]?.textContent ?? ''
      write(text, { ...box, x: box.x + px(style.paddingLeft), w: 0 }, style, fonts.of(style), inner, false)
    } else {
      for (const child of element.childNodes) {
        if (child.nodeType === Node.TEXT_NODE) readText(child, style, inner, style.textOverflow === 'ellipsis')
        else if (child.nodeType === Node.ELEMENT_NODE) walk(child, inner)
      }
    }
    sign(element, '::after', box, inner)
  }

  walk(root, screen)
  fonts.end()
  return { shapes, top: inSight || shapes.length === 0 ? 0 : top, ...extent(shapes, screen) }
}

/** A box with a round top: the sign of a tombstone. */
function arched({ x, y, w, h }, r) {
  const arc = (cx, from) => Array.from({ length: 7 }, (_, i) => (from + i * 15) * Math.PI / 180).map(angle => [cx - r * Math.cos(angle), y + r - r * Math.sin(angle)])
  return [[x, y + h], ...arc(x + r, 0), ...arc(x + w - r, 90), [x + w, y + h]]
}

const shrunk = ({ x, y, w, h }, by) => ({ x: x + by, y: y + by, w: w - 2 * by, h: h - 2 * by })

function extent(shapes, screen) {
  if (screen) return { width: screen.w, height: screen.h }
  let [width, height] = [0, 0]
  const reach = (x, y) => { width = Math.max(width, x); height = Math.max(height, y) }
  for (const shape of shapes) {
    if (shape.box) reach(shape.box.x + shape.box.w, shape.box.y + shape.box.h)
    else if (shape.to) reach(shape.to[0], shape.to[1])
    else if (shape.points) for (const [x, y] of shape.points) reach(x, y)
    else if (shape.kind === 'text') reach(shape.x + (shape.wide ?? 0), shape.y)
  }
  return { width, height }
}

/** Colours as every program reads them, whatever CSS calls them. */
function makeColours() {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const known = new Map()
  function of(text) {
    if (!known.has(text)) {
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = text
      canvas.fillRect(0, 0, 1, 1)
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data
      known.set(text, { hex: '#' + [r, g, b].map(part => part.toString(16).padStart(2, '0')).join(''), alpha: Math.round(a / 2.55) / 100 })
    }
    return known.get(text)
  }
  return { of, seen: text => { const colour = of(text); return colour.alpha > 0 ? colour : null } }
}

/** Sizes as they come out: `font-size-adjust` makes letters larger or smaller than their size says, and only browsers know it. */
function makeFonts() {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')
  const probe = document.createElement('span')
  Object.assign(probe.style, { position: 'absolute', visibility: 'hidden', whiteSpace: 'pre', fontSize: '100px' })
  probe.textContent = 'x'.repeat(20)
  document.body.append(probe)
  const grown = new Map()
  const known = new Map()

  function growth(family, adjust) {
    const key = family + adjust
    if (!grown.has(key)) {
      const wide = value => { probe.style.fontSizeAdjust = value; return probe.getBoundingClientRect().width }
      probe.style.fontFamily = family
      grown.set(key, adjust === 'none' ? 1 : wide(adjust) / wide('none'))
    }
    return grown.get(key)
  }

  return {
    of({ fontFamily, fontSize, fontWeight, fontStyle, fontSizeAdjust }) {
      const key = [fontFamily, fontSize, fontWeight, fontStyle, fontSizeAdjust].join()
      if (!known.has(key)) {
        const size = parseFloat(fontSize) * growth(fontFamily, fontSizeAdjust)
        canvas.font = `${fontStyle} ${fontWeight} ${size}px ${fontFamily}`
        const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = canvas.measureText('x')
        known.set(key, { size, ascent, high: ascent + descent })
      }
      return known.get(key)
    },
    end: () => probe.remove(),
  }
}
