/** A program for a test: saves one key after the other, and says each, until it is killed. Its argument is the file. */
import { createKeyFile } from '../api-key/key-file.ts'

const file = createKeyFile(process.argv[2] ?? '', console.error)
for (let at = 0; ; at += 1) {
  const key = (at % 2 === 0 ? 'a' : 'b').repeat(800)
  file.write('tmdb', { key, realm: 'en', user_id: 'u1', set_at: at, is_tried: true })
  process.stdout.write(`${at}\n`)
}
