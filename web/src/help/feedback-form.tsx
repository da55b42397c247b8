/** The feedback form: text, screenshots, contact. Everything is kept until it is sent. */
import { feedback, feedbackFiles, feedbackMax } from '@homeport/contract/help.ts'
import { lengthOf } from '@homeport/contract/shape/field/rule.ts'
import { ruleWords, wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState, type ClipboardEvent } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { isFailure } from '../kit/failure.ts'
import { newId } from '../kit/id.ts'
import { useLang, useText } from '../kit/lang.ts'
import { Button } from '../ui/button.tsx'
import { Field, FieldError } from '../ui/field.tsx'
import { PictureGrid, type ChosenPicture } from '../ui/picture-grid.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { sending } from './data.ts'
import { keepPictures, keepWords, type Draft, type Words } from './draft.ts'
import styles from './feedback.module.css'
import { fitting } from './accept-pictures.ts'
import { helpText } from './text.ts'

/** spec 5: under 5M in total. */
const megabyteBytes = 1024 * 1024
const megabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const kinds = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

export function FeedbackForm({ draft, email, sent }: { draft: Draft; email: string; sent: () => void }) {
  const words = useText(helpText)
  const lang = useLang()
  const send = useMutation(sending)
  const [pictures, setPictures] = useState<ChosenPicture[]>(() => draft.pictures.map((blob) => ({ key: newId(), blob })))
  const [pictureError, setPictureError] = useState('')
  const [refusal, setRefusal] = useState('')
  const form = useForm<Words>({
    resolver: standardSchemaResolver(feedback.input),
    defaultValues: draft.words ?? { text: '', contact: email },
  })
  const { errors } = form.formState
  const ruleText = (rule: string | undefined) => (rule && rule in ruleWords ? wordsOf(rule, lang) : rule)
  const [text, contact] = useWatch({ control: form.control, name: ['text', 'contact'] })

  useEffect(() => keepWords(lang, { text, contact }), [lang, text, contact])

  function change(next: ChosenPicture[], rule = '') {
    setPictures(next)
    setPictureError(rule)
    keepPictures(
      lang,
      next.map(({ blob }) => blob),
    )
  }

  function add(files: readonly File[]) {
    const { taken, rule } = fitting(
      pictures.map(({ blob }) => blob),
      files,
      feedbackFiles,
    )
    change([...pictures, ...taken.map((blob) => ({ key: newId(), blob }))], rule)
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    add(files)
  }

  function submit(now: Words) {
    setRefusal('')
    send.mutate({ lang, words: now, pictures: pictures.map(({ blob }) => blob) }, { onSuccess: sent, onError: refuse })
  }

  function refuse(failure: Error) {
    if (isFailure(failure, 'code')) return setRefusal(failure.message)
    if (!isFailure(failure, 'field')) return
    const { field = '', rule = '' } = failure.invalid ?? {}
    if (field === 'text' || field === 'contact') form.setError(field, { message: rule }, { shouldFocus: true })
    else setPictureError(rule)
  }

  return (
    <form noValidate onPaste={paste} onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      <TextArea
        label={words.problem}
        placeholder={words.problemHint}
        count={`${lengthOf(text)} / ${feedbackMax}`}
        error={ruleText(errors.text?.message)}
        {...form.register('text')}
      />
      <PictureGrid
        label={words.screenshots}
        pictures={pictures}
        most={feedbackFiles.most}
        accept={kinds}
        hint={words.total({
          n: pictures.length,
          most: feedbackFiles.most,
          used: megabytes.format(pictures.reduce((sum, { blob }) => sum + blob.size, 0) / megabyteBytes),
          limit: megabytes.format(feedbackFiles.maxBytes / megabyteBytes),
        })}
        error={pictureError === '' ? undefined : ruleText(pictureError)}
        addLabel={words.addScreenshot}
        nameOf={words.screenshot}
        removeLabel={words.removeScreenshot}
        add={add}
        remove={(key) => change(pictures.filter((one) => one.key !== key))}
      />
      <Field
        label={words.contact}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
        hint={words.contactHint}
        error={ruleText(errors.contact?.message)}
        {...form.register('contact')}
      />
      <div className={styles.send}>
        {refusal && <FieldError>{refusal}</FieldError>}
        <Button variant="main" type="submit" isWide isBusy={send.isPending}>
          {words.send}
        </Button>
      </div>
    </form>
  )
}
