/** One connection to one source of a file: hello, status, hash set, a place in its queue, and blocks until the file is complete or the source has nothing more. */
import type { Gate } from '../../http/throttle.ts'
import type { SourceRule } from '../../../kit/outside.ts'
import { setTimeout as after } from 'node:timers/promises'
import type { Address, Ed2kFile } from '../ed2k-file.ts'
import { connectTo, type Ed2kConnection } from '../wire/connection.ts'
import { Protocol, ProtocolError, type Frame } from '../wire/frame.ts'
import {
  blocksInRequest,
  fileFrame,
  helloFrame,
  isOf,
  Opcode,
  readFileStatus,
  readHashSet,
  readPartData,
  readRank,
  requestPartsFrame,
} from '../wire/messages.ts'
import { createPackedBlocks, type PackedBlocks } from './packed-blocks.ts'
import type { Availability, Block, SourceKey } from './block-choice.ts'
import type { FileDeps } from './file-parts.ts'

/** no_file: the source does not have it; nothing_needed: none of the missing parts; complete: nothing is missing any more. */
export type SessionEnd = 'no_file' | 'nothing_needed' | 'complete'
/** The facts about a source. rank: our place in its queue, 0 if unknown, also after it closed the connection; null if it has none for us. bytes: that it sent. */
export type SourceView = { rank: number | null; isQueued: boolean; isSending: boolean; bytes: number }

export type SessionDeps = {
  source: SourceKey
  address: Address
  file: Ed2kFile
  parts: FileDeps
  view: SourceView
  userHash: Buffer
  rule: SourceRule
  throttle: Gate
  signal: AbortSignal
  silenceMs: number
  /** A source that is silent for this long while we are in its queue is left until its next turn. */
  askAgainMs: number
  onBytes: (bytes: number) => void
}

const maxOutstanding = 2 * blocksInRequest
const noBlockWaitMs = 500
/** Messages that bring nothing; a source that never comes to the point is left. */
const maxOthers = 1_000
const hashSetFrameBytes = 1_100_000

type Session = SessionDeps & { line: Ed2kConnection; available: Availability; outstanding: Map<number, Outstanding> }
type Outstanding = { block: Block; received: number }

/** Throws ProtocolError for a source that does not speak the protocol, ConnectionEnded for one that is away, and what the disk throws. */
export async function runSession(deps: SessionDeps): Promise<SessionEnd> {
  const { address, rule, signal, silenceMs, file, view } = deps
  view.isQueued = false
  const line = await connectTo(address, { rule, signal, silenceMs, frameMaxBytes: hashSetFrameBytes })
  try {
    line.send(helloFrame(deps.userHash))
    await answerTo(line, [Opcode.helloAnswer])
    line.send(fileFrame(Opcode.fileName, file.hash))
    line.send(fileFrame(Opcode.fileStatus, file.hash))
    const status = await answerTo(line, [Opcode.fileStatusAnswer, Opcode.noSuchFile])
    if (status.opcode === Opcode.noSuchFile) return 'no_file'
    const available = readFileStatus(status, { hash: file.hash, parts: deps.parts.map.count })
    if (!deps.parts.hasHashes()) {
      line.send(fileFrame(Opcode.hashSet, file.hash))
      const hashes = readHashSet(await answerTo(line, [Opcode.hashSetAnswer]), file.hash)
      if (!(await deps.parts.takeHashes(hashes))) throw new ProtocolError('a wrong hash set')
    }
    return await queueAndReceive({ ...deps, line, available, outstanding: new Map() })
  } finally {
    line.close()
  }
}

/** The first of these messages of protocol eDonkey; others in between are for features that this client does not have. */
async function answerTo(line: Ed2kConnection, opcodes: readonly number[]): Promise<Frame> {
  for (let count = 0; count < maxOthers; count += 1) {
    const frame = await line.next()
    if (frame.protocol === Protocol.edonkey && opcodes.includes(frame.opcode)) return frame
  }
  throw new ProtocolError('no answer among its messages')
}

async function queueAndReceive(session: Session): Promise<SessionEnd> {
  const { parts, source, available, line, file } = session
  for (;;) {
    if (parts.map.isComplete()) return 'complete'
    if (!parts.map.isUseful(available)) return 'nothing_needed'
    if ((await waitForSlot(session)) === 'no_file') return 'no_file'
    parts.map.join(source, available)
    try {
      await receiveBlocks(session)
    } finally {
      parts.map.leave(source)
      session.outstanding.clear()
      session.view.isSending = false
    }
    if (parts.map.isComplete()) line.send(fileFrame(Opcode.endOfDownload, file.hash))
  }
}

/** Resolves when the source has let us in. Its rank is seen meanwhile. */
async function waitForSlot({ line, file, view, askAgainMs }: Session): Promise<'slot' | 'no_file'> {
  line.send(fileFrame(Opcode.startUpload, file.hash))
  view.rank ??= 0
  view.isQueued = true
  for (let count = 0; count < maxOthers; count += 1) {
    const frame = await line.next(askAgainMs)
    const rank = readRank(frame)
    if (rank !== undefined) view.rank = rank
    else if (isOf(frame, Protocol.edonkey, Opcode.acceptUpload)) {
      Object.assign(view, { rank: null, isQueued: false, isSending: true })
      return 'slot'
    } else if (isOf(frame, Protocol.edonkey, Opcode.noSuchFile)) return 'no_file'
  }
  throw new ProtocolError('neither a slot nor a place in its queue')
}

/** Ends when the slot ends or nothing of use is left. */
async function receiveBlocks(session: Session): Promise<void> {
  const { line, outstanding, parts, available, signal } = session
  const packed = createPackedBlocks()
  let others = 0
  for (;;) {
    if (outstanding.size <= maxOutstanding - blocksInRequest) requestMore(session)
    if (outstanding.size === 0) {
      if (parts.map.isComplete() || !parts.map.isUseful(available)) return
      // All that it has is on its way from others.
      await after(noBlockWaitMs, undefined, { signal, ref: false })
      continue
    }
    const frame = await line.next()
    if (isOf(frame, Protocol.edonkey, Opcode.outOfParts)) return
    const data = readPartData(frame, session.file.hash)
    const isUseful = data !== undefined && (await takeData(session, { ...data, packed }))
    others = isUseful ? 0 : others + 1
    if (others > maxOthers) throw new ProtocolError('messages in place of blocks')
  }
}

function requestMore({ line, file, parts, source, outstanding }: Session): void {
  while (outstanding.size < maxOutstanding) {
    const blocks = parts.map.claim(source, blocksInRequest)
    if (blocks.length === 0) return
    for (const block of blocks) outstanding.set(block.start, { block, received: 0 })
    line.send(requestPartsFrame(file, blocks))
  }
}

type Data = { start: number; bytes: Buffer; packedBytes: number; packed: PackedBlocks }

/** False where the bytes are none that were requested. */
async function takeData(session: Session, { start, bytes, packedBytes, packed }: Data): Promise<boolean> {
  const { outstanding, throttle, signal, view, onBytes } = session
  view.bytes += bytes.length
  onBytes(bytes.length)
  await throttle.pass(bytes.length, signal)
  const request = packedBytes > 0 ? outstanding.get(start) : requestOf(outstanding, start, bytes.length)
  if (!request || bytes.length === 0) return false
  const { block } = request
  const plain = packedBytes > 0 ? await packed.add({ start, bytes, packedBytes }, block.end - block.start) : bytes
  if (!plain) return true
  await session.parts.write({ block, bytes: plain, at: block.start + request.received, source: session.source })
  request.received += plain.length
  if (request.received < block.end - block.start) return true
  outstanding.delete(block.start)
  await session.parts.receive(block)
  return true
}

/** Pieces of a block come in their order. */
function requestOf(outstanding: Session['outstanding'], start: number, length: number): Outstanding | undefined {
  for (const request of outstanding.values()) {
    const { block, received } = request
    if (start === block.start + received && start + length <= block.end) return request
  }
  return undefined
}
