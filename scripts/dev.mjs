/** `npm run dev`: restarts cloud and station on a change, serves the app by Vite with hot reload on port 5173. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { install, modernNode, requireNode18, root } from './runtime.mjs'

requireNode18()
await install()
const node = modernNode()
const env = { ...process.env, HOMEPORT_DATA: path.resolve(root, process.env.HOMEPORT_DATA || 'data') }
const children = [
  spawn(node, ['--watch-path=cloud', '--watch-path=contract/src', 'cloud/src/app/main.ts'], { cwd: root, stdio: 'inherit', env }),
  spawn(node, ['--watch-path=station/src', '--watch-path=contract/src', 'station/src/app/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env,
  }),
  spawn(node, [path.join(root, 'node_modules/vite/bin/vite.js')], { cwd: path.join(root, 'web'), stdio: 'inherit', env }),
]
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => children.forEach((child) => child.kill('SIGTERM')))
