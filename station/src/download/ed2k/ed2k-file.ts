/** Reads from an ed2k link the parts that the engines need. */
import { parseLink } from '@homeport/contract/shape/link/parse-link.ts'
import { shortened } from '../folder/disk-names.ts'
import { fileNameOf } from '../http/server-name.ts'

/** host: an address or a name. */
export type Address = { host: string; port: number }
/** hash: 32 lower hex digits. partHashes: of the link itself, empty if it has none. */
export type Ed2kFile = { name: string; size: number; hash: string; partHashes: string[]; sources: Address[] }

const sourcesOfLink = 50
/** The record beside a file has a longer name, which has to fit too. */
const nameMaxBytes = 240

/** url: also a wrapped one. name: in place of the link's, '' if none. undefined: no link to a file. */
export function readEd2kFile(url: string, name: string): Ed2kFile | undefined {
  const link = parseLink(url)
  if (link.kind !== 'ed2k') return undefined
  const { hash, size, partHashes } = link
  const sources = link.sources.slice(0, sourcesOfLink).map(addressOf)
  return { name: cleanName(name) || cleanName(link.name) || hash, size, hash, partHashes, sources }
}

/** host:port */
function addressOf(text: string): Address {
  const at = text.lastIndexOf(':')
  return { host: text.slice(0, at).trim(), port: Number(text.slice(at + 1)) }
}

/** A file name that the disk takes, with its suffix, '' if nothing remains. */
const cleanName = (name: string): string => shortened(fileNameOf(name), nameMaxBytes)
