/** The gateway's database: opened from configuration, checked for durability, brought to the newest schema. */
@NullMarked
package dev.rctp.gateway.store;

import org.jspecify.annotations.NullMarked;
