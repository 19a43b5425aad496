package dev.rctp.gateway.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;

/** Makes the connection pool; bounded, as the number of virtual threads that ask is not. */
final class Pools {

    private static final Duration WAIT_FOR_CONNECTION = Duration.ofSeconds(3);
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration LOCK = Duration.ofSeconds(5);

    private Pools() {}

    static HikariDataSource create(String url, String user, String password, int maxConnections) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("store");
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(maxConnections);
        config.setConnectionTimeout(WAIT_FOR_CONNECTION.toMillis());
        config.setInitializationFailTimeout(-1); // the checks that follow say what is wrong
        config.addDataSourceProperty("ApplicationName", "rctp-gateway");
        config.addDataSourceProperty("connectTimeout", CONNECT.toSeconds());
        config.addDataSourceProperty(
                "socketTimeout", ANSWER.toSeconds()); // a silent server fails calls, never holds them
        config.addDataSourceProperty("tcpKeepAlive", true);
        config.addDataSourceProperty("options", "-c lock_timeout=" + LOCK.toMillis()); // a row someone else holds
        config.addDataSourceProperty("logServerErrorDetail", false); // details quote rows
        return new HikariDataSource(config);
    }
}
