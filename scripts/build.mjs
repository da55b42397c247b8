/** `npm run build`: installs and builds, and starts nothing; an image for containers is made with it. Runs on a system Node 18. */
import { buildWeb, install, modernNode, requireNode18 } from './runtime.mjs'

requireNode18()
await install()
await buildWeb(modernNode())
