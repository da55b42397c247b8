/** The post editor. */
import { contentMax, titleMax } from '@homeport/contract/forum.ts'
import { lengthOf } from '@homeport/contract/shape/field/rule.ts'
import { ruleWords, wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { Check, X } from 'lucide-react'
import { useRef, type ClipboardEvent, type FormEvent } from 'react'
import { useLang, useText } from '../../kit/lang.ts'
import { back } from '../../kit/nav/nav.ts'
import barsStyles from '../../ui/bars.module.css'
import { Button, IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/field.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { Switch } from '../../ui/switch.tsx'
import textStyles from '../../ui/text.module.css'
import { paths } from '../base/paths.ts'
import { pathTo } from '../../kit/nav/href.ts'
import type { LocalDraft } from '../outbox/local-drafts.ts'
import { BoardChoice } from './board-choice.tsx'
import { insertAt, setCaret } from './caret.ts'
import { editorText } from './editor-text.ts'
import { EditorTools } from './editor-tools.tsx'
import styles from './editor.module.css'
import { PictureList } from './picture-list.tsx'
import { PlaceField } from './place-field.tsx'
import { TagField } from './tag-field.tsx'
import { usePostForm } from './use-post-form.ts'

/** `begun`: the initial draft. */
export function Editor({ begun }: { begun: LocalDraft }) {
  const words = useText(editorText)
  const lang = useLang()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { draft, errors, refusal, isBusy, change, add, send } = usePostForm(begun, form)
  const isEdit = draft.thread_id !== ''
  const ruleText = (rule: string | undefined) => (rule && rule in ruleWords ? wordsOf(rule, lang) : rule)

  function insertText(text: string) {
    const next = insertAt(field.current, draft.content, text)
    change({ content: next.text })
    setCaret(field.current, next.caret)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    send()
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    void add(files)
  }

  return (
    <form ref={form} className={styles.editor} noValidate onSubmit={submit} onPaste={paste}>
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
        <Button variant="main" isSmall type="submit" isBusy={isBusy}>
          {isEdit ? words.save : words.post}
        </Button>
      </header>
      <main className={styles.sheet}>
        <BoardChoice boardId={draft.board_id} error={ruleText(errors.board_id)} onSelect={(board_id) => change({ board_id })} />
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
        <Below error={ruleText(errors.title)} count={lengthOf(draft.title)} most={titleMax} />
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
        <Below error={ruleText(errors.content)} count={lengthOf(draft.content)} most={contentMax} from={contentMax / 2} />
        <PictureList
          draft={draft}
          error={ruleText(errors.images)}
          add={(files) => void add(files)}
          insert={(at) => insertText(`\n[${lang === 'zh' ? '图片' : 'image'} ${at + 1}]\n`)}
        />
        <TagField typed={draft.tags} error={ruleText(errors.tags)} onChange={(tags) => change({ tags })} />
        <PlaceField by={draft.id} place={draft.place} onChange={(where) => change({ place: where })} />
        <PostOptions options={draft.options} onChange={(options) => change({ options })} />
        {refusal && <FieldError>{refusal}</FieldError>}
        <EditorTools content={field} insert={insertText} add={(files) => void add(files)} />
      </main>
    </form>
  )
}

type Options = LocalDraft['options']

function PostOptions({ options, onChange }: { options: Options; onChange: (options: Options) => void }) {
  const words = useText(editorText)
  return (
    <fieldset className={classes(listStyles.list, styles.options)}>
      <legend className={textStyles.visuallyHidden}>{words.options}</legend>
      {(['author_only', 'reverse', 'notify'] as const).map((name) => (
        <Switch key={name} isOn={options[name]} onChange={(isOn) => onChange({ ...options, [name]: isOn })}>
          {name === 'author_only' ? words.authorOnly : words[name]}
        </Switch>
      ))}
    </fieldset>
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
