/** `npm run -s outbox`: lists recently sent codes while no SMS or mail gateway is configured. The cloud stores them in a 0600 file; entries expire with their code. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './runtime.mjs'

const file = path.join(path.resolve(root, process.env.HOMEPORT_DATA || 'data'), 'cloud', 'outbox.jsonl')
const entries = existsSync(file)
  ? readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .filter((entry) => entry.expires_at * 1000 > Date.now())
  : []
console.log(
  entries.length > 0 ? entries.map((entry) => JSON.stringify(entry)).join('\n') : 'No code was sent in the last minutes.',
)
