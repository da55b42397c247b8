/** A test box in its own process, to be killed or frozen by a test: `node box-process.ts URL KEEPALIVE` prints its devsn once it is connected. */
import { TestBox } from './box.ts'

const [, , url = '', keepAlive = '1'] = process.argv
const box = await new TestBox(url).start({ keepalive: Number(keepAlive) })
process.stdout.write(`${box.devsn}\n`)
