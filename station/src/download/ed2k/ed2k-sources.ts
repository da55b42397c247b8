/** Which sources of a link another program may be given: none that the box itself would not connect to (promise 34). */
import { judgeSource, type SourceRule } from '../../kit/outside.ts'
import type { Address, Ed2kFile } from './ed2k-file.ts'

/** The addresses of what may be reached. */
export async function allowedAddresses(addresses: readonly Address[], rule: SourceRule): Promise<Address[]> {
  const judged = await Promise.all(
    addresses.map(async ({ host, port }) => {
      const { verdict, addresses: resolved } = await judgeSource(host, port, rule)
      const first = resolved.find((address) => !address.includes(':'))
      return verdict === 'fine' && first !== undefined ? [{ host: first, port }] : []
    }),
  )
  return judged.flat()
}

/** name: under which that program writes the file. */
export async function linkWithAllowedSources(file: Ed2kFile, name: string, rule: SourceRule): Promise<string> {
  const { size, hash, partHashes } = file
  const sources = await allowedAddresses(file.sources, rule)
  const parts = partHashes.length > 0 ? `p=${partHashes.join(':')}|` : ''
  const list = sources.length > 0 ? `|sources,${sources.map(({ host, port }) => `${host}:${port}`).join(',')}|/` : ''
  return `ed2k://|file|${encodeURIComponent(name)}|${size}|${hash}|${parts}/${list}`
}
