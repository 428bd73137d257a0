/** Things that are done one after the other, whoever asks for them: what one leaves is what the next one finds. */

/** @returns {<T>(act: () => T | Promise<T>) => Promise<T>} does something once all that was asked for before is done or has failed */
export function oneByOne() {
  let work = Promise.resolve()
  return act => {
    work = work.then(() => act(), () => act())
    return work
  }
}
