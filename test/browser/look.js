/**
 * Runs in the page: what a person would stumble over. Text that is cut (a box that scrolls may hold more than it shows), texts of a drawing
 * that leave it or lie on each other, and text too faint to read (WCAG 2.2: contrast below 4.5 to 1).
 */
function look() {
  const root = document.documentElement
  const name = (element) => `${element.tagName} ${element.textContent.trim().slice(0, 40)}`
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '')
  const shown = [...document.querySelectorAll('body *')].filter(
    (element) =>
      hasText(element) && element.getClientRects().length > 0 && !['TITLE', 'DESC'].includes(element.tagName.toUpperCase()),
  )

  // what is clipped away is there for who hears the page
  const heard = (element) => {
    for (let at = element; at; at = at.parentElement) if (getComputedStyle(at).clipPath !== 'none') return true
    return false
  }
  const cut = shown.filter((element) => {
    if (element instanceof SVGElement || heard(element)) return false
    const { left, right } = element.getBoundingClientRect()
    const out = !element.closest('.scroll, .skip') && (left < -0.5 || right > root.clientWidth + 0.5)
    return out || (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
  })

  // the texts of a drawing: its own, or those that stand over it
  const colliding = [...document.querySelectorAll('svg, .plot')].flatMap((drawing) => {
    const plot = drawing.matches('.plot')
    const around = drawing.getBoundingClientRect()
    // dates stand below a plot, the name of its zone above
    const box = plot ? { left: around.left, right: around.right, top: around.top - 30, bottom: around.bottom + 30 } : around
    const labels = [...drawing.querySelectorAll(plot ? 'i, b' : 'text')]
      .filter((text) => text.getClientRects().length > 0)
      .map((text) => ({ text, at: text.getBoundingClientRect() }))
    // A line of text has about a sixth of its height free above and below its letters.
    const letters = ({ top, bottom }) => [top + (bottom - top) / 6, bottom - (bottom - top) / 6]
    const meet = (a, b) => {
      const [[from, to], [otherFrom, otherTo]] = [letters(a), letters(b)]
      return a.left < b.right && b.left < a.right && from < otherTo && otherFrom < to
    }
    return labels
      .filter(({ at }, i) => {
        const outside =
          at.left < box.left - 0.5 || at.right > box.right + 0.5 || at.top < box.top - 0.5 || at.bottom > box.bottom + 0.5
        return outside || labels.some((other, j) => j !== i && meet(at, other.at))
      })
      .map(({ text }) => name(text))
  })

  const parts = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (colour) => {
    const [r, g, b] = parts(colour).map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor
      if (parts(colour)[3] !== 0) return colour
    }
    return 'rgb(255, 255, 255)'
  }
  const faint = shown.filter((element) => {
    const { fill, color } = getComputedStyle(element)
    const [a, b] = [luminance(element instanceof SVGElement ? fill : color), luminance(behind(element))].sort((x, y) => y - x)
    return (a + 0.05) / (b + 0.05) < 4.5
  })

  return {
    wider: root.scrollWidth - root.clientWidth,
    cut: cut.map(name),
    colliding,
    faint: faint.map(name),
    styled: getComputedStyle(root).getPropertyValue('--ground') !== '',
  }
}

look()
