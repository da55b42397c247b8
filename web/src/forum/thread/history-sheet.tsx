/** Earlier versions of an edited post or reply, the latest first. */
import { useQuery } from '@tanstack/react-query'
import { now } from '../../kit/time/clock.ts'
import { agoOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { LoadFailed } from '../../shared/query-list.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { historyOf } from '../base/data.ts'
import type { PostTarget } from '../base/mutations.ts'
import { RichText } from '../base/rich-text.tsx'
import { forumText } from '../base/text.ts'
import styles from './thread.module.css'

export function HistorySheet({ of, isOpen, onClose }: { of: PostTarget; isOpen: boolean; onClose: () => void }) {
  const words = useText(forumText)
  const before = useQuery({ ...historyOf(of.type, of.id), enabled: isOpen })
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.history} closeLabel={useText(commonText).close} isText>
      {before.isLoadingError && <LoadFailed onRetry={() => void before.refetch()} />}
      {before.data?.length === 0 && <p className={textStyles.secondary}>{words.noHistory}</p>}
      {before.data?.map((one) => (
        <section className={styles.version} key={one.at}>
          <p className={textStyles.caption}>{agoOf(one.at, now())}</p>
          {one.title !== '' && <h3 className={textStyles.label}>{one.title}</h3>}
          <RichText text={one.content} pictures={[]} />
        </section>
      ))}
    </Sheet>
  )
}
