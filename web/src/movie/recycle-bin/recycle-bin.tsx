/** The box's recycle bin: deleted films with the days that are left, put back or deleted for good by the owner. */
import type { Device } from '@homeport/contract/device.ts'
import type { BinEntry } from '@homeport/contract/movie/recycle-bin.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { now } from '../../kit/time/clock.ts'
import { dayOf, sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { mutateThen } from '../../kit/query/mutate-then.ts'
import { BoxQuery } from '../../shared/box-query.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { art } from '../../ui/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { VideoIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { question } from '../../ui/modal.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { binEntries, deleteForGood, restoreEntry } from './recycle-bin-data.ts'
import { recycleBinText } from './recycle-bin-text.ts'
import styles from './recycle-bin.module.css'

export function RecycleBin({ device }: { device: Device }) {
  return (
    <BoxQuery
      device={device}
      query={useQuery(binEntries(device))}
      offlineText={useText(recycleBinText).offlineText}
      waiting={<Skeleton height={240} radius={20} isLate />}
    >
      {({ data }) => <Entries device={device} entries={data} />}
    </BoxQuery>
  )
}

function Entries({ device, entries }: { device: Device; entries: readonly BinEntry[] }) {
  const words = useText(recycleBinText)
  const common = useText(commonText)
  const [chosen, setChosen] = useState<BinEntry | null>(null)
  const emptying = useMutation(deleteForGood(useQueryClient(), device))
  const isOwner = device.role === 'owner'
  const size = entries.reduce((sum, entry) => sum + entry.size, 0)
  async function emptyAll() {
    const answer = await question({
      title: words.emptyAsk,
      text: words.emptyAskText(sizeOf(size)),
      confirm: words.deleteForGood,
      cancel: common.cancel,
    })
    if (answer === 'confirm') mutateThen(emptying, null, (freed) => toast(words.deletedForGood(sizeOf(freed.size))))
  }
  if (entries.length === 0) return <EmptyState art={art.bin} title={words.empty} text={words.emptyText} isNear />
  return (
    <>
      <p className={classes(textStyles.secondary, styles.explained)}>{words.explained}</p>
      <ul className={listStyles.list}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.item}>
            <Entry entry={entry} open={isOwner ? () => setChosen(entry) : undefined} />
          </li>
        ))}
      </ul>
      {isOwner ? (
        <Button
          variant="line"
          isDanger
          isWide
          isBusy={emptying.isPending}
          icon={<Trash2 size={20} strokeWidth={1.75} />}
          onClick={() => void emptyAll()}
        >
          {words.emptyAll}
        </Button>
      ) : (
        <p className={textStyles.caption}>{words.onlyOwner}</p>
      )}
      <EntrySheet device={device} entry={chosen} onClose={() => setChosen(null)} />
    </>
  )
}

function Entry({ entry, open }: { entry: BinEntry; open: (() => void) | undefined }) {
  const words = useText(recycleBinText)
  const remaining = (entry.gone_at * 1000 - now()) / 86_400_000
  const inner = (
    <>
      <VideoIcon />
      <span className={layoutStyles.grow}>
        <span className={classes(textStyles.oneLine, styles.title)}>{entry.title}</span>
        <span className={classes(textStyles.caption, textStyles.numeric, styles.title)}>
          {[words.files(entry.files), sizeOf(entry.size), words.daysLeft(remaining < 1 ? 0 : Math.ceil(remaining))].join(
            '\u00a0· ',
          )}
        </span>
      </span>
    </>
  )
  return open ? (
    <button type="button" className={listStyles.row} onClick={open}>
      {inner}
    </button>
  ) : (
    <div className={listStyles.row}>{inner}</div>
  )
}

function EntrySheet({ device, entry, onClose }: { device: Device; entry: BinEntry | null; onClose: () => void }) {
  const words = useText(recycleBinText)
  const client = useQueryClient()
  const restoring = useMutation(restoreEntry(client, device))
  const deleting = useMutation(deleteForGood(client, device))
  // The sheet keeps its entry while it closes.
  const [shown, setShown] = useState(entry)
  if (entry && entry !== shown) setShown(entry)
  const closeLabel = useText(commonText).close
  if (!shown) return null
  const foot = (
    <>
      <Button
        isWide
        isBusy={restoring.isPending}
        icon={<Undo2 size={20} strokeWidth={1.75} />}
        onClick={() => restoring.mutate(shown, { onSuccess: () => toast(words.restored(shown.title)), onSettled: onClose })}
      >
        {words.restore}
      </Button>
      <Button
        variant="line"
        isDanger
        isWide
        isBusy={deleting.isPending}
        icon={<Trash2 size={20} strokeWidth={1.75} />}
        onClick={() =>
          deleting.mutate(shown, {
            onSuccess: (freed) => toast(words.deletedForGood(sizeOf(freed.size))),
            onSettled: onClose,
          })
        }
      >
        {words.deleteForGood}
      </Button>
    </>
  )
  return (
    <Sheet isOpen={entry !== null} onClose={onClose} title={shown.title} closeLabel={closeLabel} foot={foot}>
      <p className={textStyles.secondary}>{shown.path}</p>
      <p className={classes(textStyles.caption, layoutStyles.above8)}>{words.deleted(dayOf(shown.deleted_at, now()))}</p>
    </Sheet>
  )
}
