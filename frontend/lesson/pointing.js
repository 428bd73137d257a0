/** Pointing at places of the picture, and whether what then happened was there. Pure but for the listeners. */

/**
 * Hears presses on places of the picture, by pointer and by keyboard.
 * @param {Element} root the picture
 * @param {(target: Element) => ?string} spotAt
 * @param {(spot: string) => boolean} onSpot true if it was wanted
 */
export function hearPointing(root, spotAt, onSpot) {
  root.addEventListener('click', event => {
    const spot = event.target.closest('button') ? null : spotAt(event.target)
    if (spot !== null) onSpot(spot)
  })
  root.addEventListener('keydown', event => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    const spot = spotAt(event.target)
    if (spot !== null && onSpot(spot)) event.preventDefault()
  })
}

/**
 * Where what happened went, for a kind of guess: the spots that count as right.
 * @param {'lands'|'reads'|'position'} kind
 * @param {Map<string, object>} before facts
 * @param {Map<string, object>} after
 * @param {string} line the command
 * @param {object} reply of it
 */
export function ledTo(kind, before, after, line, reply) {
  const spots = []
  if (kind === 'lands') {
    for (const [key, fact] of after) if (key.startsWith('record:') && !before.has(key)) spots.push(`${fact.topic} p${fact.partition}:${fact.offset}`, `${fact.topic} p${fact.partition}`)
  } else if (kind === 'reads') {
    const first = reply.data?.records?.[0]
    const topic = /^\s*consume\s+(\S+)/i.exec(line)?.[1]
    if (first && topic) spots.push(`${topic} p${first.partition}:${first.offset}`)
  } else {
    for (const [key, fact] of after) {
      if (key.startsWith('position:') && fact.position !== null && before.get(key)?.position !== fact.position) spots.push(`${fact.topic} p${fact.partition}:${fact.position}`)
    }
  }
  return spots
}

/** Which kind of guess a command is about; null if none. */
export function kindOf(command) {
  const verb = /^\s*(\w+)/.exec(command)?.[1]?.toLowerCase()
  return { produce: 'lands', consume: 'reads', reset: 'position' }[verb] ?? null
}
