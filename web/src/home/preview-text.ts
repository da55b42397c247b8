/** Texts of the picture viewer. */
import { specText } from '@homeport/contract/shape/field/spec-text.ts'
import { both } from '../kit/lang.ts'

export const previewText = both({
  en: {
    title: (at: number, of: number) => (of === 1 ? 'Picture' : `Picture ${at} of ${of}`),
    save: 'Save picture',
    previous: 'Previous picture',
    next: 'Next picture',
    larger: 'Zoom in',
    smaller: 'Zoom out',
    failed: specText.en.previewFailed,
    none: 'Picture not found',
    noneText: 'It may have been removed, or the link is incomplete.',
  },
  zh: {
    title: (at, of) => (of === 1 ? '图片' : `图片 ${at}/${of}`),
    save: '保存图片',
    previous: '上一张',
    next: '下一张',
    larger: '放大',
    smaller: '缩小',
    failed: specText.zh.previewFailed,
    none: '图片不存在',
    noneText: '图片可能已删除，或链接不完整。',
  },
})
