CREATE TABLE "odds_runs" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"plan_version" bigint NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_odds" (
	"tenant_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"p10" timestamp (3) with time zone NOT NULL,
	"p50" timestamp (3) with time zone NOT NULL,
	"p80" timestamp (3) with time zone NOT NULL,
	"p90" timestamp (3) with time zone NOT NULL,
	"on_time_chance" double precision,
	CONSTRAINT "project_odds_tenant_id_project_id_pk" PRIMARY KEY("tenant_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "odds_runs" ADD CONSTRAINT "odds_runs_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_odds" ADD CONSTRAINT "project_odds_tenant_id_project_id_projects_tenant_id_project_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."projects"("tenant_id","project_id") ON DELETE cascade ON UPDATE no action;