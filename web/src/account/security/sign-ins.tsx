/** The list of the user's sessions, and ending one (P11). */
import type { SessionRow } from '@homeport/contract/account.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { now } from '../../kit/time/clock.ts'
import { agoOf } from '../../kit/text/format.ts'
import { textNow, useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { mutateThen } from '../../kit/query/mutate-then.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import dotStyles from '../../ui/dot.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { question } from '../../ui/modal.tsx'
import sectionHeadStyles from '../../ui/section-head.module.css'
import skeletonStyles from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { endSignIn, signIns } from './security-data.ts'
import { securityText } from './security-text.ts'
import styles from './security.module.css'

export function SignIns() {
  const words = useText(securityText)
  const common = useText(commonText)
  const client = useQueryClient()
  const list = useQuery(signIns())
  const ending = useMutation(endSignIn(client))
  const rows = (list.data?.data ?? []).toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
  const end = (id: string) => mutateThen(ending, id, () => toast(words.ended))
  return (
    <section aria-labelledby="sign-ins" aria-busy={list.isPending}>
      <div className={sectionHeadStyles.sectionHead}>
        <h2 id="sign-ins">{words.sessions}</h2>
      </div>
      {list.isPending && <SignInSkeleton />}
      {list.isError && rows.length === 0 && (
        <div className={classes(listStyles.list, styles.nothing)}>
          <p>{words.failed}</p>
          <Button isSmall onClick={() => void list.refetch()}>
            {common.retry}
          </Button>
        </div>
      )}
      {rows.length > 0 && (
        <ul className={listStyles.list}>
          {rows.map((row) => (
            <SignIn key={row.id} row={row} end={() => end(row.id)} />
          ))}
        </ul>
      )}
      {rows.length === 1 && <p className={fieldStyles.hint}>{words.onlyThis}</p>}
      {rows.length > 1 && (
        <Button variant="line" isWide isDanger onClick={() => void askToEndOthers(() => end(''))}>
          {words.endOthers}
        </Button>
      )}
    </section>
  )
}

function SignIn({ row, end }: { row: SessionRow; end: () => void }) {
  const words = useText(securityText)
  const client = row.client || words.unknownClient
  const Icon = /Android|iPhone|iPad/.test(row.client) ? Smartphone : Monitor
  return (
    <li className={classes(listStyles.row, styles.signIn)}>
      <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
      <div className={layoutStyles.grow}>
        <p className={textStyles.oneLine}>{client}</p>
        <p className={textStyles.caption}>
          {row.is_current ? words.thisDevice : words.lastSeen(agoOf(row.seen_at, now()))}
          {row.address && <span className={textStyles.numeric}> · {row.address}</span>}
        </p>
      </div>
      {row.is_current ? (
        <span className={dotStyles.dot} />
      ) : (
        <Button variant="text" aria-label={words.endOf(client)} onClick={end}>
          {words.end}
        </Button>
      )}
    </li>
  )
}

function SignInSkeleton() {
  return (
    <div className={classes(listStyles.list, skeletonStyles.late)} aria-hidden="true">
      {[0, 1].map((at) => (
        <div className={listStyles.row} key={at}>
          <Skeleton width={24} height={24} />
          <span className={layoutStyles.grow}>
            <Skeleton width={140} height={16} />
            <Skeleton width={200} height={12} above={8} />
          </span>
        </div>
      ))}
    </div>
  )
}

async function askToEndOthers(go: () => void): Promise<void> {
  const words = textNow(securityText)
  const answer = await question({
    title: words.endAsk,
    text: words.endAskText,
    confirm: words.endOthers,
    cancel: textNow(commonText).cancel,
    isDanger: true,
  })
  if (answer === 'confirm') go()
}
