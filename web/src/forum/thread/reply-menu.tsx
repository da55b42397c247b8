/** The actions for one reply: quote, edit or delete (own), report. */
import { replyMax, type Reply } from '@homeport/contract/forum.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, Flag, History, PenLine, TextQuote, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { lengthOf } from '@homeport/contract/shape/field/rule.ts'
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { isFailure } from '../../kit/failure.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { useNeedLogin } from '../../kit/need-login.ts'
import { copyText } from '../../kit/browser-features.ts'
import { useSession } from '../../kit/session.ts'
import { commonText } from '../../kit/text/text.ts'
import { useTyped } from '../../kit/keep/unsent-forms.ts'
import { mutateThen } from '../../kit/query/mutate-then.ts'
import { displayNameOf } from '../../shared/person.ts'
import { Button } from '../../ui/button.tsx'
import listStyles from '../../ui/list.module.css'
import { Row } from '../../ui/row.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.tsx'
import { mayRemove } from '../base/confirm-delete.ts'
import { removing, rewriting } from '../base/mutations.ts'
import { forumText } from '../base/text.ts'
import { ModerationRows } from '../moderation/moderation-rows.tsx'
import { HistorySheet } from './history-sheet.tsx'
import { ReportSheet } from './report-sheet.tsx'

type Props = { reply: Reply | null; canModerate: boolean; quote: ((reply: Reply) => void) | null; onClose: () => void }
type Open = 'menu' | 'edit' | 'report' | 'history'

export function ReplyMenu({ reply, ...rest }: Props) {
  return reply && <Menu key={reply.id} reply={reply} {...rest} />
}

function Menu({ reply, canModerate, quote, onClose }: Props & { reply: Reply }) {
  const words = useText(forumText)
  const needLogin = useNeedLogin()
  const removal = useMutation(removing(useQueryClient()))
  const [open, setOpen] = useState<Open>('menu')
  const { user } = useSession()
  const isOwn = user !== null && reply.author?.user_id === user.user_id
  const post = { id: reply.id, type: 'reply' } as const

  async function remove() {
    onClose()
    if (await mayRemove('reply')) mutateThen(removal, post, () => toast(words.gone))
  }

  function copy() {
    onClose()
    toast(copyText(reply.text) ? words.textCopied : words.textNotCopied)
  }

  return (
    <>
      <Sheet
        isOpen={open === 'menu'}
        onClose={onClose}
        title={reply.author ? displayNameOf(reply.author) : words.anonymous}
        closeLabel={useText(commonText).close}
      >
        <div className={listStyles.list}>
          {quote && (
            <Row
              icon={<TextQuote strokeWidth={1.75} />}
              label={words.quote}
              isAct
              onClick={() => {
                onClose()
                quote(reply)
              }}
            />
          )}
          <Row icon={<Copy strokeWidth={1.75} />} label={words.copy} isAct onClick={copy} />
          {isOwn && <Row icon={<PenLine strokeWidth={1.75} />} label={words.edit} onClick={() => setOpen('edit')} />}
          {reply.edited_at !== null && (
            <Row icon={<History strokeWidth={1.75} />} label={words.history} onClick={() => setOpen('history')} />
          )}
          {isOwn ? (
            <Row icon={<Trash2 strokeWidth={1.75} />} label={words.remove} isAct isDanger onClick={() => void remove()} />
          ) : (
            <Row icon={<Flag strokeWidth={1.75} />} label={words.report} onClick={() => needLogin(() => setOpen('report'))} />
          )}
        </div>
        {canModerate && <ModerationRows thing={post} thread={null} author={reply.author} done={onClose} />}
      </Sheet>
      <EditSheet reply={reply} isOpen={open === 'edit'} onClose={onClose} />
      <ReportSheet thing={post} isOpen={open === 'report'} onClose={onClose} />
      <HistorySheet of={post} isOpen={open === 'history'} onClose={onClose} />
    </>
  )
}

function EditSheet({ reply, isOpen, onClose }: { reply: Reply; isOpen: boolean; onClose: () => void }) {
  const words = useText(forumText)
  const lang = useLang()
  const { value: text, change, forget } = useTyped(`edit ${reply.id}`, reply.text)
  const [rule, setRule] = useState('')
  const saving = useMutation(rewriting(useQueryClient()))
  const save = () =>
    saving.mutate(
      { id: reply.id, text },
      {
        onSuccess: () => (forget(), onClose()),
        onError: (error) => setRule(isFailure(error, 'field') ? (error.invalid?.rule ?? 'invalid') : ''),
      },
    )
  const foot = (
    <Button variant="main" isWide isBusy={saving.isPending} onClick={save}>
      {words.save}
    </Button>
  )
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.edit} closeLabel={useText(commonText).close} foot={foot}>
      <TextArea
        label={words.reply}
        value={text}
        count={`${lengthOf(text)} / ${replyMax}`}
        error={rule === '' ? undefined : wordsOf(rule, lang)}
        onChange={({ target }) => {
          change(() => target.value)
          setRule('')
        }}
      />
    </Sheet>
  )
}
