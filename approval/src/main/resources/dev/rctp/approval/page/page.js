'use strict';
// The script of the approval page and the enrolment page. It sends nothing anywhere but to this gateway.
(() => {
  const main = document.querySelector('main');
  const lang = document.documentElement.lang;
  const status = document.getElementById('status');
  const path = location.pathname;
  let busy = false;

  const say = (name, kind = '') => {
    status.textContent = name ? status.dataset[name] : '';
    status.dataset.kind = name ? kind : '';
    // what a press led to is to be seen; nothing else moves the page
    if (name && busy) status.scrollIntoView({ block: 'nearest' });
  };

  /* ---- talking to the gateway ---- */

  const bytes = text => Uint8Array.from(
    atob(text.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0));
  const base64url = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

  async function call(address, body) {
    const options = body === undefined
      ? { headers: { accept: 'application/json' } }
      : {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
    const answer = await fetch(address, { ...options, cache: 'no-store', credentials: 'same-origin', redirect: 'error' });
    const json = await answer.json().catch(() => ({}));
    return { status: answer.status, ok: answer.ok, json };
  }

  /** The same; null where what was sent may have arrived and nobody knows what became of it. */
  async function send(address, body) {
    const answer = await call(address, body).catch(() => null);
    return answer && answer.status < 500 && answer.status !== 429 ? answer : null;
  }

  /* ---- times in the visitor's own zone ---- */

  const when = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short' });
  for (const time of document.querySelectorAll('time[datetime]')) {
    time.textContent = when.format(new Date(time.dateTime));
  }

  // a page from the back-forward cache may show what has ended since
  addEventListener('pageshow', event => { if (event.persisted) location.reload(); });

  const reload = elsewhere => {
    if (elsewhere) history.replaceState(null, '', '#elsewhere');
    location.reload();
  };

  /* ---- passkeys (WebAuthn Level 3) ---- */

  const canSign = () => 'credentials' in navigator && 'PublicKeyCredential' in window;

  const descriptors = ids => ids.map(id => ({ type: 'public-key', id: bytes(id) }));

  function responseJson(response) {
    const json = {};
    for (const member of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle', 'attestationObject']) {
      if (response[member]) json[member] = base64url(response[member]);
    }
    if (response.getTransports) {
      json.transports = response.getTransports();
      json.publicKeyAlgorithm = response.getPublicKeyAlgorithm();
      const key = response.getPublicKey();
      if (key) json.publicKey = base64url(key);
      json.authenticatorData = base64url(response.getAuthenticatorData());
    }
    return json;
  }

  function credentialJson(credential) {
    const json = {
      id: credential.id,
      rawId: base64url(credential.rawId),
      type: credential.type,
      response: responseJson(credential.response),
      clientExtensionResults: credential.getClientExtensionResults(),
    };
    if (credential.authenticatorAttachment) json.authenticatorAttachment = credential.authenticatorAttachment;
    return json;
  }

  async function assertion(rpId, ids, challenge, signal) {
    return credentialJson(await navigator.credentials.get({
      signal,
      publicKey: {
        rpId,
        challenge: bytes(challenge),
        allowCredentials: descriptors(ids),
        userVerification: 'required',
        timeout: 300000,
      },
    }));
  }

  function sayWhy(error) {
    if (error.name === 'InvalidStateError') say('exists', 'warn');
    else if (error.name === 'SecurityError' || error.name === 'NotSupportedError') say('unsupported', 'bad');
    else if (error.name === 'NotAllowedError' || error.name === 'AbortError') say('cancelled', 'warn');
    else say('failed', 'bad');
  }

  /** Runs one step at a time; the buttons stay where they are, so focus does too. */
  async function once(buttons, work) {
    if (busy) return;
    busy = true;
    for (const button of buttons) button.setAttribute('aria-disabled', 'true');
    say('working', 'busy');
    try {
      await work();
    } catch (error) {
      sayWhy(error);
    }
    busy = false;
    for (const button of buttons) button.removeAttribute('aria-disabled');
  }

  /* ---- the terms form ---- */

  const FAULT = Symbol('fault');
  const list = text => [...new Set(text.split(',').map(part => part.trim()).filter(Boolean))];
  const inputs = field => [...field.querySelectorAll('input')];

  const readers = {
    money(field) {
      const { currency, digits, mark, min, max } = field.dataset;
      const amount = minorUnits(inputs(field)[0].value, Number(digits), mark);
      if (amount === undefined || amount === FAULT) return amount;
      return amount < Number(min) || amount > Number(max) ? FAULT : { amount, currency };
    },
    whole(field) {
      const text = inputs(field)[0].value.trim();
      if (!text) return undefined;
      const { min, max } = field.dataset;
      return /^[0-9]{1,15}$/.test(text) && Number(text) >= Number(min) && Number(text) <= Number(max)
        ? Number(text) : FAULT;
    },
    time(field) {
      const input = inputs(field)[0];
      if (!input.value) return input.validity.badInput ? FAULT : undefined;
      const at = new Date(input.value);
      return at.getTime() > Date.now() ? at.toISOString().replace(/\.000Z$/, 'Z') : FAULT;
    },
    choice: field => field.querySelector('input:checked')?.value,
    boolean(field) {
      const chosen = field.querySelector('input:checked');
      return chosen ? chosen.value === 'true' : undefined;
    },
    choices(field) {
      const chosen = [...field.querySelectorAll('input:checked')].map(input => input.value);
      return chosen.length ? chosen : undefined;
    },
    counterparty(field) {
      const text = member => field.querySelector(`[data-member=${member}]`).value.trim();
      const value = {};
      const countries = list(text('jurisdictions').toUpperCase());
      const hours = text('max_incident_sla_hours');
      const certificates = list(text('certifications'));
      if (countries.length) value.jurisdictions = countries;
      if (hours) value.max_incident_sla_hours = Number(hours);
      if (certificates.length) value.certifications = certificates;
      const good = countries.every(code => /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/.test(code))
        && (!hours || (/^[0-9]{1,4}$/.test(hours) && Number(hours) >= 1 && Number(hours) <= 8760))
        && certificates.every(name => name.length <= 100) && certificates.length <= 50;
      if (!good) return FAULT;
      return Object.keys(value).length ? value : undefined;
    },
  };

  /** The minor units of an amount as people type it; a dot or comma can only be the decimal mark. */
  function minorUnits(text, digits, mark) {
    const typed = text.replace(/[\s\u00a0\u202f]/g, '');
    if (!typed) return undefined;
    // with three digits behind the mark, only the language's own mark can't be taken for a thousands separator
    const marks = digits === 3 ? `[${mark}]` : '[.,]';
    const match = new RegExp(`^([0-9]{1,15})(?:${marks}([0-9]{1,${Math.max(digits, 1)}}))?$`).exec(typed);
    if (!match || (match[2] && !digits)) return FAULT;
    const amount = Number(match[1] + (match[2] || '').padEnd(digits, '0'));
    return Number.isSafeInteger(amount) ? amount : FAULT;
  }

  function mark(field, wrong) {
    const error = field.querySelector('.error');
    error.hidden = !wrong;
    field.classList.toggle('wrong', wrong);
    if (wrong && field.tagName === 'DETAILS') field.open = true;
    for (const input of inputs(field)) {
      const others = (input.getAttribute('aria-describedby') || '').split(' ').filter(id => id && id !== error.id);
      const ids = wrong ? [error.id, ...others] : others;
      if (ids.length) input.setAttribute('aria-describedby', ids.join(' '));
      else input.removeAttribute('aria-describedby');
      // a radio button can't be invalid by itself
      if (input.type !== 'radio') input.toggleAttribute('aria-invalid', false);
      if (wrong && input.type !== 'radio') input.setAttribute('aria-invalid', 'true');
    }
  }

  function echo(field, words) {
    const output = field.querySelector('output');
    if (!output) return;
    const { currency, digits, mark: decimal } = field.dataset;
    const amount = minorUnits(inputs(field)[0].value, Number(digits), decimal);
    const number = new Intl.NumberFormat(lang, {
      style: 'currency', currency, minimumFractionDigits: Number(digits), maximumFractionDigits: Number(digits),
    });
    output.textContent = typeof amount === 'number'
      ? words(output).replace('{0}', number.format(amount / 10 ** Number(digits))) : '';
  }

  function openForm(form) {
    form.addEventListener('submit', event => event.preventDefault());
    for (const field of form.querySelectorAll('.field')) {
      for (const input of field.querySelectorAll('input[data-value]')) {
        const at = new Date(input.dataset.value);
        if (!Number.isNaN(at.getTime())) {
          input.value = new Date(at.getTime() - at.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
        }
      }
      if (field.querySelector('.mark.proposed')) echo(field, output => output.dataset.echoProposed);
      field.addEventListener('input', () => {
        mark(field, false);
        echo(field, output => output.dataset.echo);
        field.querySelector('.mark.proposed')?.remove();
      });
    }
  }

  function wrongFields(fields) {
    for (const field of fields) mark(field, true);
    say('faults', 'bad');
    (inputs(fields[0]).find(input => input.type !== 'radio' || input.checked) || inputs(fields[0])[0]).focus();
  }

  /** The terms as they go to the gateway; null where a field needs another look. */
  function readForm(form) {
    const terms = {};
    const wrong = [];
    for (const field of form.querySelectorAll('.field')) {
      const value = readers[field.dataset.type](field);
      const missing = value === undefined && 'required' in field.dataset;
      mark(field, false);
      if (value === FAULT || missing) wrong.push(field);
      else if (value !== undefined) terms[field.dataset.term] = value;
    }
    if (wrong.length) wrongFields(wrong);
    return wrong.length ? null : terms;
  }

  function refusedTerms(form, json) {
    const named = (json.detail?.fields || []).map(fault => fault.field);
    const wrong = [...form.querySelectorAll('.field')].filter(field => named.includes(field.dataset.term));
    if (wrong.length) wrongFields(wrong);
    else say('terms', 'bad');
  }

  /* ---- approving and declining ---- */

  function openDecision() {
    const form = document.getElementById('terms');
    const buttons = [document.getElementById('decline'), document.getElementById('approve')];
    const ended = new AbortController();
    let seen = true;

    async function decide(decision) {
      const terms = decision === 'approve' && form ? readForm(form) : undefined;
      if (terms === null) return;
      const asked = await call(path);
      if (!asked.ok || !asked.json.challenges) {
        if (asked.status < 500 && asked.status !== 429) reload(true);
        else say('failed', 'bad');
        return;
      }
      let challenge = asked.json.challenges[decision];
      if (terms) {
        const made = await call(`${path}/terms`, { terms });
        if (made.status === 422 && made.json.code === 'terms_invalid') return void refusedTerms(form, made.json);
        if (made.status === 422) return void reload(true);
        if (!made.ok) return void say('failed', 'bad');
        challenge = made.json.challenges.approve;
      }
      const credential = await assertion(asked.json.rp_id, asked.json.allow_credentials, challenge, ended.signal);
      const done = await send(`${path}/response`, { decision, credential });
      if (done?.ok) return void reload(false);
      const now = await send(path);
      if (!now) say('unknown', 'bad');
      else if (now.json.challenges) say(done ? 'refused' : 'lost', 'bad');
      else reload(done !== null);
    }

    for (const button of buttons) {
      button.addEventListener('click', () => {
        if (!seen) say('look', 'warn');
        else if (!canSign()) say('unsupported', 'bad');
        else once(buttons, () => decide(button.dataset.decision));
      });
    }
    if (form) openForm(form);
    document.getElementById('answer').hidden = false;
    if (window.top !== window.self) framed(isSeen => {
      seen = isSeen;
      if (busy) return;
      for (const button of buttons) button.toggleAttribute('data-unseen', !isSeen);
      if (isSeen && status.textContent === status.dataset.look) say('');
      else if (!isSeen && !status.textContent) say('look', 'warn');
    });
    countDown(ended);
  }

  /** Tells whether the buttons have been fully visible for a second (APR-5); without a way to know, opens a window. */
  function framed(tell) {
    const visibility = 'IntersectionObserverEntry' in window && 'isVisible' in IntersectionObserverEntry.prototype;
    const policy = document.permissionsPolicy || document.featurePolicy;
    const allowed = !policy || policy.allowsFeature('publickey-credentials-get');
    if (!visibility || !allowed) {
      document.getElementById('open').href = path;
      document.getElementById('answer').hidden = true;
      document.getElementById('framed').hidden = false;
      return;
    }
    let timer;
    tell(false);
    new IntersectionObserver(entries => {
      const now = entries[entries.length - 1];
      clearTimeout(timer);
      if (now.isVisible && now.intersectionRatio >= 1) timer = setTimeout(() => tell(true), 1000);
      else tell(false);
    }, { threshold: [0, 0.25, 0.5, 0.75, 1], trackVisibility: true, delay: 100 })
      .observe(document.querySelector('#decision .seen'));
  }

  /* ---- the time left ---- */

  function clockText(seconds) {
    const two = number => String(number).padStart(2, '0');
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  }

  function countDown(ended) {
    const shown = document.getElementById('left');
    const total = Number(main.dataset.left);
    const started = [performance.now(), Date.now()];
    // a sleeping computer may stop one clock, and a person may set the other back
    const left = () => total - Math.max(performance.now() - started[0], Date.now() - started[1]);
    let before = left() / 1000;
    const tick = () => {
      const seconds = Math.max(0, Math.ceil(left() / 1000));
      shown.textContent = clockText(seconds);
      shown.closest('.left').classList.toggle('soon', seconds <= 60);
      if (status && !busy && before > 300 && seconds <= 300) say('minutes', 'warn');
      if (status && !busy && before > 60 && seconds <= 60) say('minute', 'warn');
      before = seconds;
      if (seconds > 0) return;
      clearInterval(timer);
      ended.abort();
      if (status) say('over', 'warn');
      setTimeout(() => location.reload(), 1000);
    };
    const timer = setInterval(tick, 1000);
    tick();
  }

  /* ---- enrolling ---- */

  function openEnrolment() {
    const button = document.getElementById('create');
    const ticket = main.dataset.ticket;
    let made = null;

    /** A new passkey, as it goes to the gateway; null where the link is good for none. */
    async function make() {
      const asked = await call(`${path}?ticket=${encodeURIComponent(ticket)}`);
      if (!asked.ok) {
        say(asked.status < 500 && asked.status !== 429 ? 'ticket' : 'failed', 'bad');
        return null;
      }
      const { assertion: confirm, ...options } = asked.json;
      const publicKey = options.publicKey || options;
      const fresh = { ticket };
      if (confirm) {
        fresh.assertion = await assertion(
          confirm.rpId, confirm.allowCredentials.map(known => known.id), confirm.challenge);
      }
      fresh.credential = credentialJson(await navigator.credentials.create({
        publicKey: {
          ...publicKey,
          challenge: bytes(publicKey.challenge),
          user: { ...publicKey.user, id: bytes(publicKey.user.id) },
          excludeCredentials: descriptors((publicKey.excludeCredentials || []).map(known => known.id)),
        },
      }));
      return fresh;
    }

    /** Sends the passkey once more where the answer was lost, and again at the next press: the gateway knows it then. */
    async function enrol() {
      made = made || await make();
      if (!made) return;
      let done = await send(path, made);
      if (!done) {
        await new Promise(wait => setTimeout(wait, 1000));
        done = await send(path, made);
      }
      if (!done) return void say('unknown', 'bad');
      made = null;
      if (done.status === 201) show();
      else say((done.json.detail?.cause || '').startsWith('ticket') ? 'ticket' : 'refused', 'bad');
    }

    function show() {
      say('');
      document.getElementById('enrol').hidden = true;
      const done = document.getElementById('done');
      done.hidden = false;
      main.dataset.state = 'done';
      done.querySelector('h1').focus();
    }

    button.addEventListener('click', () => {
      if (!canSign()) say('unsupported', 'bad');
      else once([button], enrol);
    });
    for (const part of document.querySelectorAll('[data-scripted]')) part.hidden = false;
  }

  /* ---- an approved call whose outcome is not known yet ---- */

  function awaitOutcome(times) {
    if (!times) return;
    setTimeout(async () => {
      const answer = await fetch(path, { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => null);
      if (answer?.ok && !(await answer.text()).includes('data-result="open"')) location.reload();
      else awaitOutcome(times - 1);
    }, 3000);
  }

  const state = main.dataset.state;
  if (state === 'pending') openDecision();
  else if (state === 'no-passkey') countDown(new AbortController());
  else if (state === 'enrol') openEnrolment();
  else if (main.dataset.result === 'open') awaitOutcome(100);
})();
