/** The icons above a thread: search, and a menu of other actions. */
import type { Thread } from '@homeport/contract/forum.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Flag, History, PenLine, RefreshCw, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { back, forward } from '../../kit/nav/nav.ts'
import { useNeedLogin } from '../../kit/need-login.ts'
import { commonText } from '../../kit/text/text.ts'
import { IconButton } from '../../ui/button.tsx'
import listStyles from '../../ui/list.module.css'
import { Row } from '../../ui/row.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { mayRemove } from '../base/confirm-delete.ts'
import { removing, rereadThread } from '../base/mutations.ts'
import { paths } from '../base/paths.ts'
import { pathTo } from '../../kit/nav/href.ts'
import { forumText } from '../base/text.ts'
import { ModerationRows } from '../moderation/moderation-rows.tsx'
import { HistorySheet } from './history-sheet.tsx'
import { ReportSheet } from './report-sheet.tsx'

type Open = 'menu' | 'report' | 'history' | null

export function ThreadMenu({ thread }: { thread: Thread }) {
  const words = useText(forumText)
  const client = useQueryClient()
  const needLogin = useNeedLogin()
  const removal = useMutation(removing(client))
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const post = { id: thread.id, type: 'thread' } as const

  async function remove() {
    close()
    if (!(await mayRemove('thread'))) return
    removal.mutate(post, {
      onSuccess() {
        toast(words.gone)
        back(pathTo(paths.board, { id: thread.board_id }))
      },
    })
  }

  function refresh() {
    close()
    void rereadThread(client, thread.id)
  }

  return (
    <>
      <IconButton label={words.search} onClick={() => forward(paths.search)}>
        <Search strokeWidth={1.75} />
      </IconButton>
      <IconButton label={words.more} aria-haspopup="dialog" onClick={() => setOpen('menu')}>
        <Ellipsis strokeWidth={1.75} />
      </IconButton>
      <Sheet isOpen={open === 'menu'} onClose={close} title={words.more} closeLabel={useText(commonText).close}>
        <div className={listStyles.list}>
          <Row icon={<RefreshCw strokeWidth={1.75} />} label={words.refresh} isAct onClick={refresh} />
          {thread.can.edit && (
            <Row
              icon={<PenLine strokeWidth={1.75} />}
              label={words.edit}
              onClick={() => forward(pathTo(paths.editor, { edit: thread.id }))}
            />
          )}
          {thread.edited_at !== null && (
            <Row icon={<History strokeWidth={1.75} />} label={words.history} onClick={() => setOpen('history')} />
          )}
          {!thread.can.edit && (
            <Row
              icon={<Flag strokeWidth={1.75} />}
              label={words.report}
              onClick={() => {
                close()
                needLogin(() => setOpen('report'))
              }}
            />
          )}
          {thread.can.remove && (
            <Row icon={<Trash2 strokeWidth={1.75} />} label={words.remove} isAct isDanger onClick={() => void remove()} />
          )}
        </div>
        {thread.can.moderate && <ModerationRows thing={post} thread={thread} author={thread.author} done={close} />}
      </Sheet>
      <ReportSheet thing={post} isOpen={open === 'report'} onClose={close} />
      <HistorySheet of={post} isOpen={open === 'history'} onClose={close} />
    </>
  )
}
