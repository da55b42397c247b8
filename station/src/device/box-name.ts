/** The box's name, as last received from the cloud; stored, so that the TV shows it before the connection is up. */
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import type { MetaStore } from '../kit/meta.store.ts'

export type BoxName = Awaited<ReturnType<typeof loadBoxName>>

export async function loadBoxName(meta: Pick<MetaStore, 'read' | 'write'>) {
  const keyOf = (realm: Lang) => `box_name.${realm}`
  const names = new Map<Lang, string>()
  for (const realm of langs) names.set(realm, (await meta.read(keyOf(realm))) ?? '')
  return {
    /** The name in the first of these realms that has one; '' if none has. */
    of: (realms: readonly Lang[]): string => realms.map((realm) => names.get(realm) ?? '').find((name) => name !== '') ?? '',
    async keep(realm: Lang, name: string): Promise<void> {
      if (name === '' || names.get(realm) === name) return
      names.set(realm, name)
      await meta.write(keyOf(realm), name)
    },
  }
}
