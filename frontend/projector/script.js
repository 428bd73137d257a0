/** A script for a demonstration: a text of commands and captions, taken apart. Nothing runs here. */

/** More text than this is no demonstration, and the browser's store is small. */
export const SCRIPT_MAX = 100_000

/**
 * The steps of a script.
 *
 * A line that begins with `#` and a blank is a caption: it belongs to the command that follows, and several lines make
 * one caption. With an empty line behind it, it is a step of its own that shows words and runs nothing: a title, an end.
 * `#` without a blank is a note that nobody sees. Every other line is a command; which lines one takes is the server's
 * to say, since JSON goes over several.
 *
 * @param {string} text
 * @param {{line: number, text: string}[]} commands the answer to `split`
 * @returns {{line: ?string, caption: string}[]} `line` is null where a step only shows its caption
 */
export function readScript(text, commands) {
  const at = new Map(commands.map(command => [command.line, command.text]))
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  const steps = []
  let caption = []
  const put = line => {
    if (line !== null || caption.length > 0) steps.push({ line, caption: caption.join(' ') })
    caption = []
  }
  for (let number = 1; number <= lines.length; number++) {
    const line = lines[number - 1]
    const said = /^\s*#\s+(.*\S)/.exec(line)
    if (at.has(number)) {
      put(at.get(number))
      number += at.get(number).split('\n').length - 1
    } else if (said) caption.push(said[1])
    else if (line.trim() === '') put(null)
  }
  put(null)
  return steps
}
