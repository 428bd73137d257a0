/** How a group looks. Pure. The name is always written; colour, hatch and shape only help the eye, and each works without the others. */

export const COLOURS = 5
export const HATCHES = 5
/** The first five groups are told by colour and hatch; the next fives have a shape and are drawn in ink. */
export const SHAPES = [null, 'circle', 'square', 'diamond', 'star']

/** @param {number} place 0 for the group that came first */
export function styleOf(place) {
  return {
    colour: place < COLOURS ? place + 1 : null,
    hatch: place % HATCHES + 1,
    shape: SHAPES[Math.min(Math.floor(place / COLOURS), SHAPES.length - 1)],
  }
}

/** The CSS classes for a group's swatch, bar and ▲. */
export function classesOf(place) {
  const { colour, hatch, shape } = styleOf(place)
  return `of-group hue-${colour ?? 'more'} hatch-${hatch}${shape ? ` shape-${shape}` : ''}`
}

/** The meaning in tokens.css that holds a group's colour. */
export function colourOf(place) {
  return `var(--group-${styleOf(place).colour ?? 'more'})`
}
