/** `npm run backup | restore | banner | guide | feedback | moderator | repair`: runs the operator's command of that name, cloud/src/operator/<name>.cli.ts, on this box's data. Runs on a system Node 18. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { modernNode, requireNode18, root } from './runtime.mjs'

requireNode18()
const [name, ...words] = process.argv.slice(2)
const { status } = spawnSync(modernNode(), [path.join(root, `cloud/src/operator/${name}.cli.ts`), ...words], {
  stdio: 'inherit',
  env: {
    ...process.env,
    HOMEPORT_DATA: path.resolve(root, process.env.HOMEPORT_DATA || 'data'),
    NODE_NO_WARNINGS: '1',
  },
})
process.exit(status ?? 1)
