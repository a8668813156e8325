/** A picture is drawn at twice its size, so that it is sharp when printed or enlarged. */
const sharpness = 2

/** Replaces the names of color tokens by the colors of the theme, because a picture cannot resolve tokens. */
const withColors = (svg: string): string => {
  const style = getComputedStyle(document.documentElement)
  return svg.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => style.getPropertyValue(name).trim() || 'black')
}

/** An SVG element as a PNG. Throws if the browser cannot draw it. */
export const pictureOf = async (svg: SVGSVGElement): Promise<Blob> => {
  const { width, height } = svg.viewBox.baseVal
  const text = withColors(new XMLSerializer().serializeToString(svg))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), {
    width: width * sharpness,
    height: height * sharpness,
  })
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))), 'image/png'),
  )
}
