/** An exported record as a page for people: who said what when, and whether it was verified (REC-6). */
@NullMarked
package dev.rctp.gateway.cli.dossier;

import org.jspecify.annotations.NullMarked;
