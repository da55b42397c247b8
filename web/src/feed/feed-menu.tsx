/** More of a feed: read it now, give it another address, remove it. */
import type { Device } from '@homeport/contract/device.ts'
import type { Feed } from '@homeport/contract/feed/feed.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link2, MoreHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kit/lang.ts'
import { mutateThen } from '../kit/query/mutate-then.ts'
import { back } from '../kit/nav/nav.ts'
import { commonText } from '../kit/text/text.ts'
import { IconButton } from '../ui/button.tsx'
import { RetryIcon } from '../ui/icon.tsx'
import { question } from '../ui/modal.tsx'
import { Row } from '../ui/row.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { toast } from '../ui/toast.tsx'
import { checkFeed, removeFeed } from './feed-data.ts'
import { feedsPath } from './paths.ts'
import { feedText } from './text.ts'

type Props = { device: Device; feed: Feed; onNewAddress: () => void }

export function FeedMenu({ device, feed, onNewAddress }: Props) {
  const words = useText(feedText)
  const common = useText(commonText)
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const checking = useMutation(checkFeed(client, device))
  const removing = useMutation(removeFeed(client, device))
  const close = () => setOpen(false)
  async function remove() {
    close()
    const title = words.removeAsk(feed.name)
    const answer = await question({ title, text: words.removeText, confirm: words.remove, cancel: common.cancel, isDanger: true })
    if (answer !== 'confirm') return
    mutateThen(removing, feed.feed_id, () => {
      toast(words.removed)
      back(feedsPath)
    })
  }
  function check() {
    close()
    checking.mutate(feed.feed_id, {
      onSuccess({ data }) {
        const fault = data.find(({ feed_id }) => feed_id === feed.feed_id)?.fault ?? ''
        toast(fault === '' ? words.checked : words.faults[fault])
      },
    })
  }
  return (
    <>
      <IconButton label={words.more} disabled={device.online !== 1} onClick={() => setOpen(true)}>
        <MoreHorizontal strokeWidth={1.75} />
      </IconButton>
      <Sheet isOpen={isOpen} onClose={close} title={feed.name} closeLabel={common.close}>
        <Row icon={<RetryIcon />} label={words.check} isAct onClick={check} />
        <Row
          icon={<Link2 strokeWidth={1.75} />}
          label={words.newAddress}
          isAct
          onClick={() => {
            close()
            onNewAddress()
          }}
        />
        <Row icon={<Trash2 strokeWidth={1.75} />} label={words.remove} isAct isDanger onClick={() => void remove()} />
      </Sheet>
    </>
  )
}
