(() => {
  'use strict';
  const form = document.querySelector('.filters');
  const search = document.getElementById('q');
  const section = document.getElementById('sec');
  const shown = document.getElementById('shown');
  const chips = [...document.querySelectorAll('.chip')];
  const rows = [...document.querySelectorAll('.r')];
  const texts = new Map(rows.map(row => [row, row.textContent.toLowerCase()]));

  const apply = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = chips.filter(chip => chip.getAttribute('aria-pressed') === 'true').map(chip => chip.dataset.s);
    let count = 0;
    for (const row of rows) {
      const fits = (!chosen.length || chosen.includes(row.dataset.s))
        && (!section.value || row.parentElement.id === section.value)
        && words.every(word => texts.get(row).includes(word));
      row.hidden = !fits;
      if (fits) count++;
    }
    for (const one of document.querySelectorAll('.sec')) one.hidden = !one.querySelector('.r:not([hidden])');
    document.getElementById('none').hidden = count > 0;
    shown.textContent = count === rows.length ? '' : `${count} of ${rows.length} requirements`;
  };

  const copy = async (pre, button) => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
    } catch {
      const range = document.createRange();
      range.selectNodeContents(pre);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      document.execCommand('copy');
    }
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  };

  for (const chip of chips) {
    chip.addEventListener('click', () => {
      chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'));
      apply();
    });
  }
  for (const figure of document.querySelectorAll('figure')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', 'Copy ' + figure.firstChild.textContent.toLowerCase());
    button.addEventListener('click', () => copy(figure.querySelector('pre'), button));
    figure.firstChild.append(button);
  }
  const follow = () => {
    const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!row || !row.matches('.r')) return;
    if (row.hidden) {
      search.value = '';
      section.value = '';
      chips.forEach(chip => chip.setAttribute('aria-pressed', 'false'));
      apply();
    }
    row.open = true;
    row.scrollIntoView();
  };
  form.addEventListener('submit', event => event.preventDefault());
  search.addEventListener('input', apply);
  section.addEventListener('change', apply);
  addEventListener('hashchange', follow);
  addEventListener('beforeprint', () => rows.filter(row => row.dataset.s !== 'passed').forEach(row => { row.open = true; }));
  form.hidden = false;
  follow();
})();
