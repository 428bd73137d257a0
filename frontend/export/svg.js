/** Shapes as the text of an SVG. Pure. Only attributes, no styles and no HTML, so that every program that knows SVG shows the same. */

/** What XML cannot hold, and halves of characters, become the sign for what cannot be shown. */
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

export function escaped(text) {
  return String(text).replace(UNFIT, '\ufffd').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** A hundredth of a pixel is finer than anybody sees. */
const n = value => String(Math.round(value * 100) / 100)

const element = (name, attributes, inside = null) => {
  const said = Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? n(value) : escaped(value)}"`).join('')
  return inside === null ? `<${name}${said}/>` : `<${name}${said}>${inside}</${name}>`
}

/**
 * @param {object[]} shapes in the order in which they are painted. Colours are {hex, alpha}. A shape is
 *   `{kind: 'rect', box, fill, hatch?}`, `{kind: 'polygon', points, evenodd?, fill, hatch?}`, `{kind: 'circle', circle, fill}`,
 *   `{kind: 'path', d, x, y, scale, fill, stroke, wide}`, `{kind: 'line', from, to, stroke, wide, dashes?}`, `{kind: 'frame', box, stroke, wide, dashes?}` or
 *   `{kind: 'text', x, y, text, fill, family, size, weight?, isItalic?, isUnderlined?, wide?}`
 * @param {{width: number, height: number, paper: object, title: string, about: string, language: string}} of
 */
export function svgOf(shapes, { width, height, paper, title, about, language }) {
  const defs = []
  const known = new Map()

  function hatched({ from, to, stops }) {
    const inside = stops.map(({ colour, at }) => element('stop', { offset: Math.round(at * 1e4) / 1e4 + '', 'stop-color': colour.hex, 'stop-opacity': colour.alpha < 1 ? colour.alpha : null })).join('')
    const attributes = { gradientUnits: 'userSpaceOnUse', spreadMethod: 'repeat', x1: from[0], y1: from[1], x2: to[0], y2: to[1] }
    const key = JSON.stringify(attributes) + inside
    if (!known.has(key)) {
      known.set(key, 'h' + known.size)
      defs.push(element('linearGradient', { id: known.get(key), ...attributes }, inside))
    }
    return `url(#${known.get(key)})`
  }

  const fill = colour => ({ fill: colour.hex, 'fill-opacity': colour.alpha < 1 ? colour.alpha : null })
  const stroke = ({ stroke: colour, wide, dashes }) => ({ stroke: colour.hex, 'stroke-opacity': colour.alpha < 1 ? colour.alpha : null, 'stroke-width': wide, 'stroke-dasharray': dashes?.map(n).join(' ') })
  /** A hatching lies on the colour, so the shape is there twice. */
  const filled = (name, attributes, { fill: colour, hatch }) =>
    (colour ? element(name, { ...attributes, ...fill(colour) }) : '') + (hatch ? element(name, { ...attributes, fill: hatched(hatch) }) : '')

  function drawn(shape) {
    switch (shape.kind) {
      case 'rect': return filled('rect', { x: shape.box.x, y: shape.box.y, width: shape.box.w, height: shape.box.h }, shape)
      case 'polygon': return filled('polygon', { points: shape.points.map(point => point.map(n).join(',')).join(' '), 'fill-rule': shape.evenodd ? 'evenodd' : null }, shape)
      case 'circle': return filled('circle', { cx: shape.circle[0], cy: shape.circle[1], r: shape.circle[2] }, shape)
      case 'path': return element('path', { d: shape.d, transform: `translate(${n(shape.x)} ${n(shape.y)}) scale(${Math.round(shape.scale * 1e4) / 1e4})`, ...(shape.fill ? fill(shape.fill) : { fill: 'none' }), ...(shape.stroke ? stroke(shape) : {}) })
      case 'line': return element('line', { x1: shape.from[0], y1: shape.from[1], x2: shape.to[0], y2: shape.to[1], ...stroke(shape) })
      case 'frame': return element('rect', { x: shape.box.x, y: shape.box.y, width: shape.box.w, height: shape.box.h, fill: 'none', ...stroke(shape) })
      case 'text': return element('text', {
        x: shape.x, y: shape.y, 'font-family': shape.family, 'font-size': shape.size, 'font-weight': shape.weight, 'font-style': shape.isItalic ? 'italic' : null,
        'text-decoration': shape.isUnderlined ? 'underline' : null, textLength: shape.wide, 'xml:space': 'preserve', ...fill(shape.fill),
      }, escaped(shape.text))
      default: throw new Error(`no shape: ${shape.kind}`)
    }
  }

  const body = shapes.map(drawn).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n` + element('svg', {
    xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${n(width)} ${n(height)}`, 'xml:lang': language, role: 'img', 'aria-labelledby': 'title about',
  }, `\n${element('title', { id: 'title' }, escaped(title))}\n${element('desc', { id: 'about' }, escaped(about))}\n<defs>${defs.join('')}</defs>\n`
    + element('rect', { width, height, ...fill(paper) }) + '\n' + body + '\n') + '\n'
}
