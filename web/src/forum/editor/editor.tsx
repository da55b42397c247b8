/** The post editor: every change is saved, on this device at once and on the server after a pause. */
import { contentMax, post, titleMax, type Thread } from '@homeport/contract/forum.ts'
import { lengthOf } from '@homeport/contract/shape/rule.ts'
import { ruleWords, wordsOf } from '@homeport/contract/shape/rule-words.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useEffect, useRef, useState, type ClipboardEvent, type FormEvent } from 'react'
import { later, now } from '../../kit/clock.ts'
import { isFailure } from '../../kit/failure.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { back, prepare, redirect } from '../../kit/nav.ts'
import { useObservable } from '../../kit/observable.ts'
import barsStyles from '../../ui/bars.module.css'
import { Button, IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/field.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { Switch } from '../../ui/switch.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { oneThread } from '../base/data.ts'
import { editing, rereadFeeds } from '../base/mutations.ts'
import { paths, pathTo } from '../base/paths.ts'
import { saveToServer, isBlank, toPost } from '../outbox/drafts.ts'
import { localPosts, dropLocalDraft, saveLocalDraft, type LocalDraft } from '../outbox/local-drafts.ts'
import { sendPost } from '../outbox/outbox.ts'
import { BoardChoice } from './board-choice.tsx'
import { insertAt, setCaret } from './caret.ts'
import { editorText } from './editor-text.ts'
import { EditorTools } from './editor-tools.tsx'
import styles from './editor.module.css'
import { PictureList } from './picture-list.tsx'
import { addPictures, resumeUploads, stopAll } from './pictures.ts'
import { PlaceField } from './place-field.tsx'
import { TagField } from './tag-field.tsx'

/** Pause in typing after which the draft is saved to the server. */
const quietMs = 2_000

/** In the order of the screen. */
const fieldNames = ['board_id', 'title', 'content', 'tags'] as const
type Errors = Partial<Record<(typeof fieldNames)[number] | 'images', string>>

/** `begun`: the initial draft; from the first change on it is in local-drafts.ts. */
export function Editor({ begun }: { begun: LocalDraft }) {
  const words = useText(editorText)
  const lang = useLang()
  const client = useQueryClient()
  const draft = useObservable(localPosts).drafts.find(({ id }) => id === begun.id) ?? begun
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState('')
  const edit = useMutation(editing())
  const isEdit = draft.thread_id !== ''
  const say = (rule: string | undefined) => (rule && rule in ruleWords ? wordsOf(rule, lang) : rule)

  useEffect(() => void resumeUploads(begun), [begun])
  // Prefetches the result page, in case the network goes.
  useEffect(() => prepare(paths.posted), [])
  useEffect(() => {
    if (draft.saved_at <= draft.on_server_at || isBlank(draft)) return
    return later(quietMs, () => void saveToServer(draft))
  }, [draft])

  /** Latest draft: a picture may have come since the last render. */
  const current = () => localPosts.get().drafts.find(({ id }) => id === begun.id) ?? begun

  function change(part: Partial<LocalDraft>) {
    saveLocalDraft({ ...current(), ...part, saved_at: now() })
    const wrong = { ...errors }
    for (const name of fieldNames) if (name in part) delete wrong[name]
    setErrors(wrong)
    setRefusal('')
  }

  async function add(files: readonly File[]) {
    const rule = await addPictures(current, files)
    setErrors((before) => ({ ...before, images: rule }))
    if (rule === '') change({})
  }

  function insertText(text: string) {
    const next = insertAt(field.current, draft.content, text)
    change({ content: next.text })
    setCaret(field.current, next.caret)
  }

  function send(event?: FormEvent) {
    event?.preventDefault()
    const { id, pictures } = draft
    // Pictures not uploaded yet count too; the outbox uploads them.
    const written = toPost(
      draft,
      pictures.map((one) => one.id || one.key),
    )
    const checked = post.input.safeParse(written)
    if (!checked.success) return showErrors(errorsOf(checked.error.issues))
    if (!isEdit) {
      stopAll(draft)
      saveLocalDraft(draft)
      sendPost(draft)
      return redirect(pathTo(paths.posted, { id }))
    }
    if (pictures.some((one) => one.id === '')) return setErrors({ images: words.stillUp })
    edit.mutate({ ...written, id: draft.thread_id }, { onSuccess: edited, onError: refuse })
  }

  function showErrors(wrong: Errors) {
    setErrors(wrong)
    const first = fieldNames.map((name) => name in wrong && form.current?.elements.namedItem(name)).find(Boolean)
    if (first instanceof HTMLElement) first.focus()
  }

  function edited(thread: Thread) {
    dropLocalDraft(draft.id)
    client.setQueryData(oneThread(thread.id).queryKey, thread)
    rereadFeeds(client)
    toast(words.edited)
    back(pathTo(paths.thread, { id: thread.id }))
  }

  function refuse(failure: Error) {
    if (isFailure(failure, 'field'))
      showErrors(errorsOf([{ path: [failure.invalid?.field ?? ''], message: failure.invalid?.rule ?? '' }]))
    else if (isFailure(failure, 'code')) setRefusal(failure.message)
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    void add(files)
  }

  return (
    <form ref={form} className={styles.editor} noValidate onSubmit={send} onPaste={paste}>
      <header className={barsStyles.navbar}>
        <IconButton
          label={words.close}
          onClick={() => back(isEdit ? pathTo(paths.thread, { id: draft.thread_id }) : paths.boards)}
        >
          <X strokeWidth={1.75} />
        </IconButton>
        <h1 className={classes(textStyles.oneLine, styles.state)}>
          {draft.saved_at === 0 ? isEdit ? words.edit : words.write : <SaveState at={draft.saved_at} />}
        </h1>
        <Button look="main" isSmall type="submit" isBusy={edit.isPending}>
          {isEdit ? words.save : words.post}
        </Button>
      </header>
      <main className={styles.sheet}>
        <BoardChoice boardId={draft.board_id} error={say(errors.board_id)} choose={(board_id) => change({ board_id })} />
        <textarea
          name="title"
          className={styles.title}
          rows={1}
          aria-label={words.titleField}
          aria-invalid={errors.title ? true : undefined}
          placeholder={words.titleField}
          value={draft.title}
          onChange={({ target }) => change({ title: target.value.replaceAll('\n', ' ') })}
        />
        <Below error={say(errors.title)} count={lengthOf(draft.title.trim())} most={titleMax} />
        <textarea
          ref={field}
          name="content"
          className={styles.content}
          aria-label={words.content}
          aria-invalid={errors.content ? true : undefined}
          placeholder={words.contentHint}
          value={draft.content}
          onChange={({ target }) => change({ content: target.value })}
        />
        <Below error={say(errors.content)} count={lengthOf(draft.content.trim())} most={contentMax} from={contentMax / 2} />
        <PictureList
          draft={draft}
          error={say(errors.images)}
          add={(files) => void add(files)}
          place={(at) => insertText(`\n[${lang === 'zh' ? '图片' : 'image'} ${at + 1}]\n`)}
        />
        <TagField typed={draft.tags} error={say(errors.tags)} change={(tags) => change({ tags })} />
        <PlaceField by={draft.id} place={draft.place} change={(where) => change({ place: where })} />
        <fieldset className={classes(listStyles.list, styles.options)}>
          <legend className={textStyles.visuallyHidden}>{words.options}</legend>
          {(['author_only', 'reverse', 'notify'] as const).map((name) => (
            <Switch
              key={name}
              isOn={draft.options[name]}
              turn={(isOn) => change({ options: { ...draft.options, [name]: isOn } })}
            >
              {name === 'author_only' ? words.authorOnly : words[name]}
            </Switch>
          ))}
        </fieldset>
        {refusal && <FieldError>{refusal}</FieldError>}
        <EditorTools content={field} place={insertText} add={(files) => void add(files)} />
      </main>
    </form>
  )
}

/** One text for local and server saves: it does not change while the user types. */
function SaveState({ at }: { at: number }) {
  const words = useText(editorText)
  const locale = useLang() === 'zh' ? 'zh-CN' : 'en-GB'
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: false }).format(at)
  return (
    <>
      <Check size={16} strokeWidth={1.75} aria-hidden="true" />
      {words.saved(time)}
    </>
  )
}

type Issue = { path: readonly PropertyKey[]; message: string }

/** The first rule that each field breaks. */
function errorsOf(issues: readonly Issue[]): Errors {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
}

function Below({ error, count, most, from = 0 }: { error: string | undefined; count: number; most: number; from?: number }) {
  return (
    <div className={classes(layoutStyles.row, layoutStyles.between, layoutStyles.gap12)}>
      <div className={layoutStyles.grow}>{error && <FieldError>{error}</FieldError>}</div>
      {count >= from && (
        <span
          className={classes(textStyles.caption, textStyles.numeric, count > most && textStyles.warning)}
        >{`${count} / ${most}`}</span>
      )}
    </div>
  )
}
