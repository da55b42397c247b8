/** For tests: a server of mms over http (MS-WMSP) that streams an ASF file of ffmpeg's, packet by packet. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ffmpegPath } from './rtmp-source.ts'

/** The object with the size of all packets, and the object that holds them (ASF specification, 3.2 and 5.1). */
const fileProperties = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex')
const packetSizeAt = 92
const dataObject = Buffer.from('3626b2758e66cf11a6d900aa0062ce6c', 'hex')
const dataHeaderBytes = 50

function makeAsf(folder: string, seconds: number): Buffer {
  const file = join(folder, `${seconds}.asf`)
  const picture = ['-f', 'lavfi', '-i', `testsrc=s=64x48:r=10:d=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=d=${seconds}`]
  execFileSync(ffmpegPath, ['-loglevel', 'error', '-y', ...picture, ...sound, '-c:v', 'wmv2', '-c:a', 'wmav2', '-f', 'asf', file])
  return readFileSync(file)
}

/** Header and data of the file, as they are streamed. */
function partsOf(asf: Buffer): { header: Buffer; packets: Buffer[] } {
  const data = asf.indexOf(dataObject)
  const size = asf.readUInt32LE(asf.indexOf(fileProperties) + packetSizeAt)
  const end = data + Number(asf.readBigUInt64LE(data + 16))
  const packets: Buffer[] = []
  for (let at = data + dataHeaderBytes; at + size <= end; at += size) packets.push(asf.subarray(at, at + size))
  return { header: asf.subarray(0, data + dataHeaderBytes), packets }
}

/** kind: H the header, D a packet, E the end. */
function chunk(kind: 'H' | 'D' | 'E', body: Buffer, sequence: number): Buffer {
  const head = Buffer.alloc(kind === 'E' ? 8 : 12)
  head.write(`$${kind}`, 'latin1')
  head.writeUInt16LE(body.length + head.length - 4, 2)
  head.writeUInt32LE(sequence, 4)
  if (kind !== 'E') head.writeUInt16LE(body.length + 8, 10)
  return Buffer.concat([head, body])
}

/** The first request of a player is answered with the header alone, the one to play with the whole. */
export async function openMmsSource(folder: string, seconds: number) {
  const { header, packets } = partsOf(makeAsf(folder, seconds))
  const requests: string[] = []
  const server = http.createServer((request, response) => {
    const isPlay = request.rawHeaders.some((text) => text.includes('xPlayStrm=1'))
    requests.push(isPlay ? 'play' : 'describe')
    response.writeHead(200, { 'content-type': 'application/x-mms-framed', connection: 'close' })
    response.write(chunk('H', header, 0))
    if (isPlay) for (const [at, packet] of packets.entries()) response.write(chunk('D', packet, at))
    response.end(isPlay ? chunk('E', Buffer.alloc(0), 0) : undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `mms://127.0.0.1:${port}/film.asf`,
    requests,
    stop: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
