/** Asks the DHT for the peers of a torrent, from node to node towards its hash, without taking part. Only checked addresses are asked (promise 34), and few of them. */
import { randomBytes } from 'node:crypto'
import dgram from 'node:dgram'
import { setTimeout as after } from 'node:timers/promises'
import { judgeSource, type SourceRule } from '../../kit/outside.ts'
import { readAnswer, requestForPeers, type DhtAnswer, type DhtNode, type Endpoint } from './dht-messages.ts'

const requestsMost = 60
const atOnce = 8
const peersMost = 1_000
/** It ends when so many of the closest have answered. */
const closestMost = 8
const answerWithinMs = 2_000
const candidatesMost = 500

/** nodes: 'host:port' of those with which it begins. */
export type DhtLookupParts = { infoHash: string; nodes: readonly string[]; rule: SourceRule; signal: AbortSignal }
type Candidate = Endpoint & { distance: Buffer; state: 'new' | 'open' | 'answered' | 'silent' }

/** How many peers were named; null if no node answered. */
export async function lookUpDht({ infoHash, nodes, rule, signal }: DhtLookupParts): Promise<number | null> {
  const target = Buffer.from(infoHash, 'hex')
  const candidates = new Map<string, Candidate>()
  const peers = new Set<string>()
  const wire = openWire(target)
  let requests = 0

  function learn({ nodes: closer, peers: named }: DhtAnswer): void {
    for (const { address, port } of named) if (peers.size < peersMost) peers.add(`${address}:${port}`)
    for (const node of closer) add(node, distanceOf(node.id, target))
  }

  function add({ address, port }: Endpoint, distance: Buffer): void {
    const key = `${address}:${port}`
    if (port > 0 && !candidates.has(key) && candidates.size < candidatesMost)
      candidates.set(key, { address, port, distance, state: 'new' })
  }

  async function ask(candidate: Candidate): Promise<void> {
    candidate.state = 'open'
    const { verdict } = await judgeSource(candidate.address, candidate.port, rule)
    const answer = verdict === 'fine' ? await wire.ask(candidate, signal) : undefined
    candidate.state = answer ? 'answered' : 'silent'
    if (answer) learn(answer)
  }

  function next(): Candidate | undefined {
    const sorted = [...candidates.values()]
      .filter(({ state }) => state !== 'silent')
      .toSorted((a, b) => Buffer.compare(a.distance, b.distance))
    return sorted.slice(0, closestMost).find(({ state }) => state === 'new')
  }

  async function walk(): Promise<void> {
    while (requests < requestsMost && !signal.aborted) {
      const candidate = next()
      // Another answer may name closer ones.
      const isWaiting = [...candidates.values()].some(({ state }) => state === 'open')
      if (!candidate && !isWaiting) return
      if (!candidate) {
        await after(20)
        continue
      }
      requests += 1
      await ask(candidate)
    }
  }

  try {
    for (const endpoint of await beginning(nodes, rule)) add(endpoint, farthest)
    await Promise.all(Array.from({ length: atOnce }, walk))
  } finally {
    wire.close()
  }
  return [...candidates.values()].some(({ state }) => state === 'answered') ? peers.size : null
}

const farthest = Buffer.alloc(20, 0xff)
const distanceOf = (id: DhtNode['id'], target: Buffer): Buffer => Buffer.from(id.map((byte, at) => byte ^ (target[at] ?? 0)))

async function beginning(nodes: readonly string[], rule: SourceRule): Promise<Endpoint[]> {
  const judged = nodes.map(async (node) => {
    const { hostname, port } = new URL(`udp://${node}`)
    const { verdict, addresses } = await judgeSource(hostname, Number(port), rule)
    const [address] = addresses.filter((one) => !one.includes(':'))
    return verdict === 'fine' && address !== undefined ? [{ address, port: Number(port) }] : []
  })
  return (await Promise.all(judged)).flat()
}

/** One socket; an answer counts only from the node that was asked, with the request's own number. */
function openWire(infoHash: Buffer) {
  const socket = dgram.createSocket('udp4')
  const id = randomBytes(20)
  const waiting = new Map<string, (answer: DhtAnswer) => void>()
  // A node that is not there (ICMP) is silent like others.
  socket.on('error', () => {})
  socket.on('message', (bytes, from) => {
    const answer = readAnswer(bytes)
    if (answer) waiting.get(`${from.address}:${from.port} ${answer.transaction.toString('hex')}`)?.(answer)
  })
  return {
    async ask({ address, port }: Endpoint, signal: AbortSignal): Promise<DhtAnswer | undefined> {
      const transaction = randomBytes(4)
      const key = `${address}:${port} ${transaction.toString('hex')}`
      const answered = Promise.withResolvers<DhtAnswer | undefined>()
      waiting.set(key, answered.resolve)
      const late = () => answered.resolve(undefined)
      const timer = setTimeout(late, answerWithinMs)
      signal.addEventListener('abort', late)
      socket.send(requestForPeers({ id, infoHash, transaction }), port, address, (error) => error && late())
      try {
        return await answered.promise
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', late)
        waiting.delete(key)
      }
    },
    close: (): void => void socket.close(),
  }
}
