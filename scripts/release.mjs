/** `npm run release`: key and pack make a version for boxes (scripts/pack-version.ts), all else announces versions of the app (cloud/src/operator/release.cli.ts). Runs on a system Node 18. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { buildWeb, modernNode, requireNode18, root } from './runtime.mjs'

requireNode18()
const node = modernNode()
const words = process.argv.slice(2)
if (words[0] === 'pack') await buildWeb(node)
const script = ['key', 'pack'].includes(words[0]) ? ['pack-version.ts'] : ['operator.mjs', 'release']
const { status } = spawnSync(node, [path.join(root, 'scripts', script[0]), ...script.slice(1), ...words], {
  stdio: 'inherit',
  env: { ...process.env, NODE_NO_WARNINGS: '1' },
})
process.exit(status ?? 1)
