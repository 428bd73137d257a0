/** Whom the reader follows: one session of one topic, everywhere on the page at once. */

let followed = null
const listeners = new Set()

/** {topic, session}, or null. */
export const whom = () => followed

export const isFollowed = (topic, session) => followed !== null && followed.topic === topic && followed.session === session && session !== ''

/** Follows a session; the same once more, or null, and nobody is followed. */
export function follow(next) {
  followed = next === null || next.session === '' || isFollowed(next.topic, next.session) ? null : next
  for (const tell of listeners) tell()
}

export function onFollow(tell) {
  listeners.add(tell)
}
