/** The list of the keys, which `?` shows. What each of them does is in `keys.js`. */

/** Action, and the keys as they are written on a keyboard. `page.keys.…` says what each does. */
export const LIST = [
  { of: 'always', keys: [['keys', '?'], ['project', 'P']] },
  {
    of: 'steps',
    keys: [['next', '→', 'page.keys.page-down', 'page.keys.space'], ['back', '←', 'page.keys.page-up', 'page.keys.shift-space'], ['first', 'page.keys.home'],
      ['last', 'page.keys.end'], ['beside', 'V'], ['type', 'T', '/'], ['demonstration', 'S'], ['skip', 'X']],
  },
  { of: 'screen', keys: [['down', '↓'], ['up', '↑'], ['blank', 'B'], ['pause', '.'], ['fullscreen', 'F'], ['leave', 'page.keys.escape']] },
  {
    of: 'looks',
    keys: [['invert', 'I'], ['larger', '+'], ['smaller', '−'], ['lighter', 'L'], ['darker', 'D'], ['stronger', 'C'], ['weaker', 'page.keys.shift-c'], ['plain', '0']],
  },
]

/** What the list shows besides: keys that the console and the picture answer to themselves, while they have the focus. */
export const ELSEWHERE = [
  { of: 'console', keys: [['run', 'page.keys.enter'], ['earlier', '↑', '↓'], ['offers', '↓'], ['close', 'page.keys.escape']] },
  { of: 'picture', keys: [['along', '←', '→'], ['across', '↑', '↓'], ['ends', 'page.keys.home', 'page.keys.end'], ['pick', 'page.keys.enter']] },
]
