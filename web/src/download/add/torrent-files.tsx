/** Choosing .torrent files: each is uploaded as a blob at once, so that the box can read it. */
import { torrentMaxBytes } from '@homeport/contract/download/download.ts'
import { FilePlus } from 'lucide-react'
import { useRef } from 'react'
import { failureText } from '../../kit/text/failure-text.ts'
import { isFailure } from '../../kit/failure.ts'
import { newId } from '../../kit/id.ts'
import { useText } from '../../kit/lang.ts'
import { forgetTyped, keepForm, typedOr, useTyped } from '../../kit/keep/unsent-forms.ts'
import { putBlob } from '../../kit/call/upload.ts'
import { Button } from '../../ui/button.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import styles from '../add-sheet.module.css'
import type { Torrent } from './link-status.ts'
import { downloadText } from '../text.ts'

const maxTorrents = 20

type Chosen = { files: readonly Torrent[] }
const none: Chosen = { files: [] }
/** Keys of what this page uploads: a reload ends it. */
const uploading = new Set<string>()
const isThere = ({ key, id, word }: Torrent): boolean => id !== undefined || word !== undefined || uploading.has(key)

/** Files that were chosen for a box and are not sent yet; what was uploaded outlasts a reload. */
export function useTorrents(devsn: string) {
  const words = useText(downloadText)
  const formKey = `torrents ${devsn}`
  const torrents = useTyped(formKey, none).value.files.filter(isThere)
  const setTorrents = (next: (before: readonly Torrent[]) => readonly Torrent[]) => {
    const files = next(typedOr(formKey, none).files.filter(isThere))
    if (files.length === 0) forgetTyped(formKey)
    else keepForm(formKey, { files })
  }
  const change = (key: string, part: Partial<Torrent>) =>
    setTorrents((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)))

  function take(files: readonly File[]): void {
    if (torrents.length + files.length > maxTorrents) return toast(words.torrentsTooMany)
    for (const file of files) void upload(file)
  }

  async function upload(file: File): Promise<void> {
    const key = `torrent:${newId()}`
    const isTooLarge = file.size > torrentMaxBytes
    const made: Torrent = { key, name: file.name, ...(isTooLarge ? { word: words.torrentTooLarge } : {}) }
    if (!isTooLarge) uploading.add(key)
    setTorrents((before) => [...before, made])
    if (isTooLarge) return
    try {
      change(key, { id: await putBlob(file) })
    } catch (failure) {
      change(key, { word: isFailure(failure) ? failureText(failure) : words.uploadFailed })
    } finally {
      uploading.delete(key)
    }
  }

  return {
    torrents,
    take,
    keepOnly: (keys: readonly string[]) => setTorrents((before) => before.filter((one) => keys.includes(one.key))),
    /** How many remain. */
    keepWithout: (keys: ReadonlySet<string>): number => {
      let remaining: readonly Torrent[] = []
      setTorrents((before) => (remaining = before.filter((one) => !keys.has(one.key))))
      return remaining.length
    },
    drop: (key: string) => setTorrents((before) => before.filter((one) => one.key !== key)),
  }
}

export function TorrentButton({ take }: { take: (files: readonly File[]) => void }) {
  const words = useText(downloadText)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.torrents}>
      <Button isSmall icon={<FilePlus size={18} strokeWidth={1.75} />} onClick={() => input.current?.click()}>
        {words.chooseTorrent}
      </Button>
      <input
        ref={input}
        type="file"
        className={textStyles.visuallyHidden}
        accept=".torrent,application/x-bittorrent"
        multiple
        tabIndex={-1}
        aria-label={words.chooseTorrent}
        onChange={(event) => {
          take([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}
