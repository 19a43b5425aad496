/** What an operator's own agent needs beside a signer: its key, and proof that answers and webhooks are the gateway's. */
@NullMarked
package dev.rctp.msgsig.agent;

import org.jspecify.annotations.NullMarked;
