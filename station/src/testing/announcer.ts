/** A box announced by a process of its own, for tests of two boxes in a house: `node announcer.ts <card> <host> <serial>`; prints its name, each later one, and takes it back when its input ends. */
import { announce, NamesTaken } from '../nearby/announce.ts'

const [card = '', host = '', sn = ''] = process.argv.slice(2)
const print = (line: string) => void process.stdout.write(`${line}\n`)
const fail = (fault: unknown) => {
  if (!(fault instanceof NamesTaken)) throw fault
  print('every name is taken')
  return process.exit()
}
const box = await announce({
  cards: [card],
  host,
  service: `Homeport ${sn}`,
  port: 8_700,
  facts: { sn },
  onRename: print,
  onEnd: fail,
}).catch(fail)
print(box.host)
process.stdin.resume().on('end', () => void box.stop().then(() => process.exit(0), fail))
