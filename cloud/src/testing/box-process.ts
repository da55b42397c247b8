/** A test box in its own process, to be killed or frozen by a test: `node box-process.ts URL` prints its devsn once it is connected. */
import { TestBox } from './box.ts'

const [, , url = ''] = process.argv
const box = await new TestBox(url).start()
process.stdout.write(`${box.devsn}\n`)
