/** The words of the picture viewer. */
import { both } from '../kit/lang.ts'

export const previewText = both({
  en: {
    title: (at: number, of: number) => (of === 1 ? 'Picture' : `Picture ${at} of ${of}`),
    save: 'Save picture',
    previous: 'Previous picture',
    next: 'Next picture',
    larger: 'Zoom in',
    smaller: 'Zoom out',
    failed: 'Preview failed',
    none: 'No picture here',
    noneText: 'This address names no picture.',
  },
  zh: {
    title: (at, of) => (of === 1 ? '图片' : `图片 ${at}/${of}`),
    save: '保存图片',
    previous: '上一张',
    next: '下一张',
    larger: '放大',
    smaller: '缩小',
    failed: '预览失败',
    none: '没有图片',
    noneText: '此地址没有指定图片。',
  },
})
