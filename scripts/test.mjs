/** `npm test` and `npm run check`, `bench`, `soak`: installs what is missing, then hands over to scripts/suites.ts on Node 24. Runs on a system Node 18. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { buildWeb, install, modernNode, requireNode18, root } from './runtime.mjs'

requireNode18()
await install()
const node = modernNode()
const [mode = 'test'] = process.argv.slice(2)
if (mode !== 'check') await buildWeb(node)
const { status } = spawnSync(node, [path.join(root, 'scripts/suites.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(status ?? 1)
