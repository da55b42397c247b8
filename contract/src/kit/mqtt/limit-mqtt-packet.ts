/** For cloud and station: mqtt-packet as it keeps little in memory. */

/** Takes mqtt-packet's `writeToStream`; to be called before the first packet is sent. */
export function limitMqttMemory(writeToStream: { cacheNumbers: boolean }): void {
  // Otherwise it makes a buffer of each number from 0 to 65,535 when the first packet is sent: 7 MB.
  writeToStream.cacheNumbers = false
  // It keeps a small buffer of each length that a packet had, and each keeps alive the pool that it was cut from: 64 kB in Node 24, 50 MB an hour in a box under load.
  Buffer.poolSize = 8 * 1024
}
