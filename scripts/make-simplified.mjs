/**
 * Makes contract/src/shape/letters/simplified.json, by hand, when OpenCC's table of traditional characters has changed: all traditional characters in one text,
 * and in a second one, at the same places, the simplified ones. The table comes from a package that is not needed otherwise. First:
 *   npm install --no-save opencc-js@1.4.2
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Converter } from 'opencc-js'
import { root } from './runtime.mjs'

const simplify = Converter({ from: 't', to: 'cn' })
const blocks = [
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
]
let traditional = ''
let simplified = ''
for (const [from, to] of blocks) {
  for (let code = from; code <= to; code += 1) {
    const letter = String.fromCodePoint(code)
    const other = simplify(letter)
    if (other === letter || other.length !== 1) continue
    traditional += letter
    simplified += other
  }
}
await writeFile(path.join(root, 'contract/src/shape/letters/simplified.json'), `${JSON.stringify({ traditional, simplified })}\n`)
process.stdout.write(`${traditional.length} characters\n`)
