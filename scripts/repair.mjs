/** `npm run repair`; cloud/src/operator/repair.cli.ts does it. Runs on a system Node 18. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { modernNode, requireNode18, root } from './runtime.mjs'

requireNode18()
const { status } = spawnSync(modernNode(), [path.join(root, 'cloud/src/operator/repair.cli.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    HOMEPORT_DATA: path.resolve(root, process.env.HOMEPORT_DATA || 'data'),
    NODE_NO_WARNINGS: '1',
  },
})
process.exit(status ?? 1)
