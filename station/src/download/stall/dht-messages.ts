/** Messages of the DHT of BitTorrent (BEP 5): a request for the peers of a torrent, and what nodes answer. */
import { BencodeError, openBencode } from '../source/bencode.ts'

export type Endpoint = { address: string; port: number }
export type DhtNode = Endpoint & { id: Buffer }
export type DhtAnswer = { transaction: Buffer; nodes: DhtNode[]; peers: Endpoint[] }

const valuesMost = 500
const [nodeBytes, idBytes] = [26, 20]

/** ro: it answers nobody (BEP 43), so nobody keeps its address. */
export function requestForPeers({ id, infoHash, transaction }: { id: Buffer; infoHash: Buffer; transaction: Buffer }): Buffer {
  const head = Buffer.from('d1:ad2:id20:')
  const args = [head, id, Buffer.from('9:info_hash20:'), infoHash, Buffer.from('e1:q9:get_peers2:roi1e1:t')]
  return Buffer.concat([...args, Buffer.from(`${transaction.length}:`), transaction, Buffer.from('1:y1:qe')])
}

/** undefined: it is none. */
export function readAnswer(bytes: Buffer): DhtAnswer | undefined {
  try {
    const code = openBencode(bytes, { maxValues: 2 * valuesMost })
    const root = new Map(code.entries(0))
    const [transactionAt, answerAt] = [root.get('t'), root.get('r')]
    if (transactionAt === undefined || answerAt === undefined || code.kindAt(answerAt) !== 'dictionary') return undefined
    const answer = new Map(code.entries(answerAt))
    const [nodesAt, valuesAt] = [answer.get('nodes'), answer.get('values')]
    const values = valuesAt === undefined || code.kindAt(valuesAt) !== 'list' ? [] : [...code.items(valuesAt)]
    const nodes = nodesAt === undefined || code.kindAt(nodesAt) !== 'string' ? Buffer.alloc(0) : code.stringAt(nodesAt)
    return {
      transaction: code.stringAt(transactionAt),
      nodes: slicesOf(nodes, nodeBytes).map((slice) => ({
        id: slice.subarray(0, idBytes),
        ...endpointOf(slice.subarray(idBytes)),
      })),
      peers: values
        .filter((at) => code.kindAt(at) === 'string')
        .map((at) => code.stringAt(at))
        .filter(({ length }) => length === 6)
        .map(endpointOf),
    }
  } catch (error) {
    if (error instanceof BencodeError) return undefined
    throw error
  }
}

function slicesOf(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}

const endpointOf = (bytes: Buffer): Endpoint => ({ address: bytes.subarray(0, 4).join('.'), port: bytes.readUInt16BE(4) })
